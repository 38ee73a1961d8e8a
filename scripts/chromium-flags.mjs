// What headless Chromium needs for WebGPU on a machine without a GPU (SwiftShader), in one place: an adapter,
// a canvas, right screenshots, and no knocking at a closed network.
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-angle=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];
