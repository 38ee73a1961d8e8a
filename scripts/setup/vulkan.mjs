// A Vulkan device for native tests: the system's own, or a software one, Mesa's lavapipe.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './apt.mjs';

const folders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'];

const drivers = () =>
  folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name)),
  );

const lavapipe = () => drivers().find((path) => /lvp_icd.*\.json$/.test(path));

/** Environment for native GPU tests: what to set over the present one. */
export async function vulkan() {
  if (process.platform !== 'linux') return {}; // Metal and DX12 come with the system
  if (process.env.VK_ICD_FILENAMES || process.env.VK_DRIVER_FILES) return {};
  const hardware = ['/dev/dri', '/dev/nvidiactl', '/dev/dxg'].some(existsSync);
  if (hardware && drivers().length > 0) return {};
  if (!lavapipe()) await install(['mesa-vulkan-drivers', 'libvulkan1'], 'A Vulkan device');
  return lavapipe() ? { VK_ICD_FILENAMES: lavapipe(), VK_DRIVER_FILES: lavapipe() } : {};
}
