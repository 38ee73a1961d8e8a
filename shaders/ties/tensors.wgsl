// W of a body. carried.wgsl has the same name. For shaders that bind `mobility`.

// uses: symmetric

fn tensor_of(body: u32) -> Symmetric {
    return mobility[body];
}
