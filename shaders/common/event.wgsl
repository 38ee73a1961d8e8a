// The list of events: a head of three words, then four words an event. Threads append in any order; the host sorts by frame and numbers. Where
// room runs out within a frame, any of its events may be the ones that are kept. For shaders that bind `events`.

// uses: step

// Words of `events`.
const HAPPENED: u32 = 0u;    // how many stand there, or would if there were more room
const UNHEARD: u32 = 1u;     // that found no room since it was measured
const FRAME: u32 = 2u;       // that ends
const FIRST_EVENT: u32 = 4u;

// Kinds of events.
const BEGAN: u32 = 0u;
const ENDED: u32 = 1u;
const BROKE: u32 = 2u;

// step.extra.y is the room.
fn happened(kind: u32, a: u32, b: u32) {
    let place = atomicAdd(&events[HAPPENED], 1u);
    if (place >= step.extra.y) {
        // so that the count does not grow for ever
        atomicSub(&events[HAPPENED], 1u);
        atomicAdd(&events[UNHEARD], 1u);
        return;
    }
    let at = FIRST_EVENT + 4u * place;
    atomicStore(&events[at], kind);
    atomicStore(&events[at + 1u], a);
    atomicStore(&events[at + 2u], b);
    atomicStore(&events[at + 3u], atomicLoad(&events[FRAME]));
}
