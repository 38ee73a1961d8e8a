// Which browser on which machine, as far as a page may know, and how fast its device copies.
import { hasSimd } from '../loading';
import type { Machine } from './record';
import type { MachineName } from './subject';

interface Brands {
  brands?: { brand: string; version: string }[];
  platform?: string;
}

/** "Chromium 156", from the browser's own words. */
function browserName(): string {
  const data = (navigator as { userAgentData?: Brands }).userAgentData;
  const brand = data?.brands?.filter(({ brand }) => !/not.?a.?brand/i.test(brand)).at(-1);
  if (brand) return `${brand.brand} ${brand.version}`;
  const known = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(navigator.userAgent);
  if (!known) return 'a browser that does not say its name';
  return `${known[1] === 'Version' ? 'Safari' : known[1]} ${known[2]}`;
}

/** The CPU machine has one thread, and SIMD where the browser has it. */
const cpuMachine = () => (hasSimd() ? 'the processor, one thread with SIMD' : 'the processor, one thread');

export async function describe(machine: MachineName): Promise<Machine> {
  if (machine === 'cpu') return { ...ofBrowser(), adapter: cpuMachine(), backend: 'wasm' };
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  const info = adapter?.info;
  const words = [info?.vendor, info?.architecture, info?.device, info?.description].filter(Boolean);
  const name = words.join(' ') || 'an adapter that does not say its name';
  return {
    ...ofBrowser(),
    adapter: name,
    backend: 'webgpu',
    driver: info?.architecture ?? '',
    software: /swiftshader|llvmpipe|basic render/i.test(name),
  };
}

const ofBrowser = (): Omit<Machine, 'adapter' | 'backend'> => ({
  driver: '',
  software: false,
  processor: 'unknown to pages',
  threads: navigator.hardwareConcurrency,
  memory: (navigator as { deviceMemory?: number }).deviceMemory ?? 0,
  system: (navigator as { userAgentData?: Brands }).userAgentData?.platform ?? navigator.platform,
  browser: browserName(),
});

/** MiB of the buffers copied; larger than most caches where the device allows it. */
const SIZES = [32, 128, 256];

/** Bytes read and written a second, for each size, on a device of its own. */
export async function copies(signal: AbortSignal): Promise<{ bytes: number; bytesPerSecond: number }[]> {
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  const device = await adapter?.requestDevice();
  if (!device) return [];
  const out = [];
  try {
    for (const size of SIZES.map((mib) => mib * 2 ** 20)) {
      if (size > device.limits.maxBufferSize || signal.aborted) break;
      const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      device.pushErrorScope('out-of-memory');
      const pair = [device.createBuffer({ size, usage }), device.createBuffer({ size, usage })] as const;
      if ((await device.popErrorScope()) === null) {
        const run = async (times: number) => {
          const encoder = device.createCommandEncoder();
          // there and back, so that no copy can be left out
          for (let k = 0; k < times; k++) {
            encoder.copyBufferToBuffer(pair[k % 2]!, 0, pair[1 - (k % 2)]!, 0, size);
          }
          const start = performance.now();
          device.queue.submit([encoder.finish()]);
          await device.queue.onSubmittedWorkDone();
          return (performance.now() - start) / 1e3;
        };
        await run(2);
        const times = Math.min(1000, Math.max(2, Math.round(0.1 / ((await run(2)) / 2))));
        let best = Number.POSITIVE_INFINITY;
        for (let k = 0; k < 5; k++) best = Math.min(best, (await run(times)) / times);
        out.push({ bytes: size, bytesPerSecond: (2 * size) / best });
      }
      for (const buffer of pair) buffer.destroy();
    }
  } finally {
    device.destroy();
  }
  return out;
}
