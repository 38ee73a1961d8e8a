/// Rows of a body in `rooted`.
const ROWS: u32 = 7u;
