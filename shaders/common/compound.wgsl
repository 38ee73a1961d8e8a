// True where some body is a compound: it touches by its parts, which stand as bodies of their own.
override COMPOUNDS: bool = false;

// In the row of a compound, in the place of the last pair's number: ahead of it stand the first body whose row has its pairs, and the one
// behind the last.
const BY_PARTS: u32 = 0xfffffffeu;
