// What headless Chromium needs for WebGPU on a machine without a GPU, in one place: an adapter (SwiftShader), a
// canvas, right screenshots, and no knocking at a closed network.
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-angle=swiftshader',
  // without the two Vulkan ones compute works, but a canvas is blank in a screenshot
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu-rasterization',
];
