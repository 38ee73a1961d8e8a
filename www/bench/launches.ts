// What a dispatch costs before it computes anything. A scene of many short dispatches waits for these, however fast the device is.
// src/benchmark/launching.rs measures the same natively.
import type { Launch } from './record';

/** Each thread of one workgroup adds one to its number: as little as a dispatch can do that the next one has to wait for. */
const COUNTS = `
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  numbers[i] += 1u;
}`;
const NOTHING = `
@compute @workgroup_size(64)
fn main() {}`;

/** Of a long run and of a short one: the difference leaves out what submitting costs. */
const MANY = 1200;
const FEW = 200;
/** The quickest counts: what the device can do. */
const RUNS = 5;
/** Runs at most: a busy machine may delay each of the short ones. */
const MOST_RUNS = 50;

/** µs of each, on a device of its own; none where there is no device. */
export async function launches(signal: AbortSignal): Promise<Launch[]> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  const device = await adapter?.requestDevice();
  if (!device) return [];
  try {
    const pipeline = (code: string) =>
      device.createComputePipelineAsync({
        layout: 'auto',
        compute: { module: device.createShaderModule({ code }) },
      });
    const [counts, nothing] = [await pipeline(COUNTS), await pipeline(NOTHING)];
    const numbers = device.createBuffer({ size: 256, usage: GPUBufferUsage.STORAGE });
    const sizes = device.createBuffer({
      size: 12,
      usage: GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_DST,
    });
    device.queue.writeBuffer(sizes, 0, new Uint32Array([1, 1, 1]));
    const group = device.createBindGroup({
      layout: counts.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: numbers } }],
    });
    const begin = (encoder: GPUCommandEncoder, which: GPUComputePipeline) => {
      const pass = encoder.beginComputePass();
      pass.setPipeline(which);
      if (which === counts) pass.setBindGroup(0, group);
      return pass;
    };
    const together = (which: GPUComputePipeline, one: (pass: GPUComputePassEncoder) => void) => {
      return (encoder: GPUCommandEncoder, times: number) => {
        const pass = begin(encoder, which);
        for (let k = 0; k < times; k++) one(pass);
        pass.end();
      };
    };
    const direct = (pass: GPUComputePassEncoder) => pass.dispatchWorkgroups(1);
    const ways: [string, (encoder: GPUCommandEncoder, times: number) => void][] = [
      ['alone', together(nothing, direct)],
      ['after another', together(counts, direct)],
      ['indirect', together(counts, (pass) => pass.dispatchWorkgroupsIndirect(sizes, 0))],
      [
        'in its own pass',
        (encoder, times) => {
          for (let k = 0; k < times; k++) {
            const pass = begin(encoder, counts);
            direct(pass);
            pass.end();
          }
        },
      ],
    ];
    const found: Launch[] = [];
    for (const [what, encode] of ways) {
      if (signal.aborted) break;
      const time = async (times: number) => {
        const encoder = device.createCommandEncoder();
        encode(encoder, times);
        const buffer = encoder.finish();
        const start = performance.now();
        device.queue.submit([buffer]);
        await device.queue.onSubmittedWorkDone();
        return performance.now() - start;
      };
      // compiles, and wakes the device
      await time(FEW);
      let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let run = 0; run < RUNS || (many <= few && run < MOST_RUNS); run++) {
        few = Math.min(few, await time(FEW));
        many = Math.min(many, await time(MANY));
      }
      const microseconds = Math.max(0, (1e3 * (many - few)) / (MANY - FEW));
      found.push({ what, microseconds });
    }
    return found;
  } finally {
    device.destroy();
  }
}
