/// γ of a row whose force is given: the exact solver moves it no more. Its square root is still far from what f32 can hold.
const GIVEN: f32 = 1e30;
