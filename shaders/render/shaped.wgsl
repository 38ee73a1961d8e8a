// The shapes of what is drawn, by slot. Whoever uses this binds `shapes`; it holds nothing unless SHAPES.

// uses: bead, shape

fn shape_at(slot: u32) -> Shape {
    let words = shapes[slot];
    return Shape(words.xyz, u32(words.w));
}
