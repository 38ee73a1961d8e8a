// Which pairs of bodies may touch, as stored in `lists`. For shaders that bind `lists`.

// uses: step

// By a joint whose bodies pass through one another: for each body from the word of its number, behind step.iteration, to that of the next.
fn are_parted(body: u32, other: u32) -> bool {
    var found = false;
    for (var k = lists[step.iteration + body]; k < lists[step.iteration + body + 1u]; k++) {
        found = found || lists[k] == other;
    }
    return found;
}

// Whether each one's group has a bit in the other's mask: all the same where step.iterations is 0, and else as `lists` has it from there.
fn may_meet(body: u32, other: u32) -> bool {
    if (step.iterations == 0u) {
        return true;
    }
    let mine = step.iterations + 2u * body;
    let theirs = step.iterations + 2u * other;
    return (lists[mine] & lists[theirs + 1u]) != 0u && (lists[theirs] & lists[mine + 1u]) != 0u;
}
