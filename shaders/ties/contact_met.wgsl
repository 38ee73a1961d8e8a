// What the bodies of a pair touch by: they themselves, or parts of those that are compounds. For shaders that bind `pairs`.

// uses: contact, compound

// Where there are compounds, behind all pairs stand as many more: each as it was found, by the parts.
fn met_at(number: u32, pair: BodyPair) -> BodyPair {
    if (!COMPOUNDS) {
        return pair;
    }
    return pairs[arrayLength(&pairs) / 2u + number];
}
