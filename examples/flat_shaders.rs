use naga::back::glsl;
fn main() {
    let source = std::fs::read_to_string("shaders/flat/flat_beads.wgsl").unwrap();
    let mut text = source.clone();
    for part in beadwork::gpu::shaders::parts_of(&source) { text.push('\n'); text.push_str(part); }
    let module = naga::front::wgsl::parse_str(&text).unwrap_or_else(|e| panic!("{}", e.emit_to_string(&text)));
    let info = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all()).validate(&module).unwrap();
    for (stage, entry) in [(naga::ShaderStage::Vertex, "flat_beads_corner"), (naga::ShaderStage::Fragment, "flat_beads_pixel")] {
        let mut constants = naga::back::PipelineConstants::default();
        constants.insert("SHAPES".into(), 1.0);
        let (module, info) = naga::back::pipeline_constants::process_overrides(&module, &info, Some((stage, entry)), &constants).unwrap();
        let options = glsl::Options { version: glsl::Version::Embedded { version: 300, is_webgl: true }, writer_flags: glsl::WriterFlags::empty(), ..Default::default() };
        let pipeline = glsl::PipelineOptions { shader_stage: stage, entry_point: entry.into(), multiview: None };
        let mut out = String::new();
        let mut writer = glsl::Writer::new(&mut out, &module, &info, &options, &pipeline, Default::default()).unwrap();
        let r = writer.write().unwrap();
        println!("// {entry} {}", out.len());
        println!("{out}");
        eprintln!("{:?}", r.uniforms.len());
    }
}
