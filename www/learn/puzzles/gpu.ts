// Runs a reader's kernel on WebGPU itself: one device for the page, a new one where it is lost.
import { bounded, MARK_GROUP } from './bounded';
import { bytesOf, type Found, foundIn, stepBytes } from './memory';
import { type Case, type Field, isWritten, type Puzzle } from './puzzle';

export interface Fault {
  /** 0 where it is about no line. */
  line: number;
  message: string;
}

/** The kernel does not compile, or does not fit the puzzle's arrays. */
export class Refused extends Error {
  constructor(readonly faults: Fault[]) {
    super(faults[0]?.message);
  }
}

/** The device is gone; the next run gets a new one. */
export class Lost extends Error {}

export interface Ran {
  found: Found[];
  /** A loop was stopped, as it did not end. */
  endless: boolean;
}

interface Held {
  device: GPUDevice;
  lost: Promise<never>;
}

let held: Promise<Held> | null = null;

async function openDevice(): Promise<Held> {
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Lost('This browser knows of WebGPU and gives no device for it.');
  const device = await adapter.requestDevice();
  const lost = device.lost.then(() => {
    held = null;
    throw new Lost(
      'The GPU gave up while it ran this kernel. Your text is still here; the next run gets a new device.',
    );
  });
  // a device may go while nobody waits for it
  lost.catch(() => {});
  return { device, lost };
}

/** What `act` gives, or why the device refused it. */
async function scoped<T>(device: GPUDevice, act: () => T): Promise<T> {
  device.pushErrorScope('validation');
  const made = act();
  const error = await device.popErrorScope();
  if (error) throw new Refused([{ line: 0, message: error.message }]);
  return made;
}

export class Kernel {
  private constructor(
    private readonly puzzle: Puzzle,
    private readonly holder: Held,
    private readonly pipeline: GPUComputePipeline,
    private readonly layouts: GPUBindGroupLayout[],
  ) {}

  static async compile(puzzle: Puzzle, text: string): Promise<Kernel> {
    held ??= openDevice().catch((error) => {
      held = null;
      throw error;
    });
    const holder = await held;
    return Promise.race([holder.lost, Kernel.#compile(puzzle, text, holder)]);
  }

  static async #compile(puzzle: Puzzle, text: string, holder: Held): Promise<Kernel> {
    const { device } = holder;
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code: bounded(text) });
    const { messages } = await module.getCompilationInfo();
    const error = await device.popErrorScope();
    const faults = messages
      .filter(({ type }) => type === 'error')
      .map(({ lineNum, message }) => ({ line: lineNum, message }));
    if (faults.length > 0) throw new Refused(faults);
    if (error) throw new Refused([{ line: 0, message: error.message }]);

    const entry = (binding: number, type: GPUBufferBindingType) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    });
    const layouts = [
      device.createBindGroupLayout({
        entries: [
          entry(0, 'uniform'),
          ...puzzle.fields.map((field, i) =>
            entry(i + 1, isWritten(field) ? 'storage' : 'read-only-storage'),
          ),
        ],
      }),
      device.createBindGroupLayout({ entries: [entry(0, 'storage')] }),
    ];
    try {
      const pipeline = await device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: layouts }),
        compute: { module },
      });
      return new Kernel(puzzle, holder, pipeline, layouts);
    } catch (thrown) {
      throw new Refused([{ line: 0, message: thrown instanceof Error ? thrown.message : String(thrown) }]);
    }
  }

  /** All cases in one submission. */
  run(cases: Case[]): Promise<Ran> {
    return Promise.race([this.holder.lost, this.#run(cases)]);
  }

  async #run(cases: Case[]): Promise<Ran> {
    const { device } = this.holder;
    const buffers: GPUBuffer[] = [];
    const buffer = (words: Uint32Array<ArrayBuffer>, usage: number) => {
      const made = device.createBuffer({ size: words.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
      device.queue.writeBuffer(made, 0, words);
      buffers.push(made);
      return made;
    };
    const group = (layout: number, bound: GPUBuffer[]) =>
      device.createBindGroup({
        layout: this.layouts[layout]!,
        entries: bound.map((each, binding) => ({ binding, resource: { buffer: each } })),
      });

    const encoder = device.createCommandEncoder();
    const readable = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const mark = buffer(new Uint32Array(4), readable);
    /** What is read back: buffer, and where it comes to stand. */
    const back: { from: GPUBuffer; at: number }[] = [];
    let end = 0;
    const takeBack = (from: GPUBuffer) => {
      back.push({ from, at: end });
      end += from.size;
      return end - from.size;
    };
    const markAt = takeBack(mark);
    const places = await scoped(device, () =>
      cases.map((one) => {
        const arrays = this.puzzle.fields.map((field) => buffer(bytesOf(field, one), readable));
        for (const round of one.rounds ?? [{}]) {
          const step = buffer(stepBytes(this.puzzle, { ...one.step, ...round }), GPUBufferUsage.UNIFORM);
          const pass = encoder.beginComputePass();
          pass.setPipeline(this.pipeline);
          pass.setBindGroup(0, group(0, [step, ...arrays]));
          pass.setBindGroup(MARK_GROUP, group(1, [mark]));
          pass.dispatchWorkgroups(one.groups);
          pass.end();
        }
        return new Map<Field, { at: number; words: number }>(
          this.puzzle.fields.flatMap((field, i) =>
            isWritten(field) ? [[field, { at: takeBack(arrays[i]!), words: arrays[i]!.size / 4 }]] : [],
          ),
        );
      }),
    );
    const staging = device.createBuffer({
      size: end,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    buffers.push(staging);
    for (const { from, at } of back) encoder.copyBufferToBuffer(from, 0, staging, at, from.size);
    try {
      await scoped(device, () => device.queue.submit([encoder.finish()]));
      await staging.mapAsync(GPUMapMode.READ);
      const bytes = staging.getMappedRange().slice(0);
      return {
        found: cases.map((one, k) =>
          foundIn(this.puzzle, one, (field) => {
            const { at, words } = places[k]!.get(field)!;
            return new Uint32Array(bytes, at, words);
          }),
        ),
        endless: new Uint32Array(bytes, markAt, 1)[0] !== 0,
      };
    } finally {
      for (const each of buffers) each.destroy();
    }
  }
}
