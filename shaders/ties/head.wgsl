// The bits in a joint's head, in this order. Which rows are held, which of them are soft, which by frequency; whether
// all are one spring; how rows are taken. Which rows are driven or bounded, whether one of these is a spring by
// frequency, and whether the twist goes on past half a turn.
const SOFT_BITS: u32 = 6u;
const FREQUENCY_BITS: u32 = 12u;
const TOGETHER_BIT: u32 = 18u;
const LINEAR_BITS: u32 = 19u;
const ANGULAR_BITS: u32 = 21u;
const COURSE_BITS: u32 = 24u;
const COURSE_FREQUENCY_BIT: u32 = 30u;
const GOES_ON_BIT: u32 = 0x80000000u;
// Of the word that says where its courses are: whether friction is beside the drive of one.
const FRICTION_BIT: u32 = 0x80000000u;
