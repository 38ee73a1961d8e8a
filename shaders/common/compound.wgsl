// True where some body is a compound: it touches by its parts, which stand as bodies of their own.
override COMPOUNDS: bool = false;

// Stands in a compound's row in the place of the last pair's number. The two words before it are the first body whose
// row has its pairs, and the body behind the last.
const BY_PARTS: u32 = 0xfffffffeu;
