// The other end of www/away.ts: an instance of a simulation that does what it is told, one call after the other.
import type { Answer, Call } from './away';
import init, { onPanic, WebSimulation } from './wasm/cpu/beadwork.js';

type Method = (...args: unknown[]) => unknown;

let simulation: WebSimulation | undefined;
let last: Promise<void> = Promise.resolve();
/** The call under way. */
let number = 0;

self.onmessage = ({ data }: MessageEvent<WebAssembly.Module | Call>) => {
  // what nobody expects is told to the page as an error of the worker's
  last = last.then(() => (data instanceof WebAssembly.Module ? begin(data) : take(data))).catch(reportError);
};

/** Arrays go over as they are, without a copy. */
function post(answer: Answer): void {
  const objects = [answer, answer.result, answer.state].filter(
    (value) => typeof value === 'object' && value !== null && !ArrayBuffer.isView(value),
  );
  const arrays = objects.flatMap((value) => Object.values(value as object));
  self.postMessage(answer, { transfer: arrays.filter(ArrayBuffer.isView).map(({ buffer }) => buffer) });
}

async function begin(module: WebAssembly.Module): Promise<void> {
  await init({ module_or_path: module });
  onPanic((_: number, message: string) => post({ number, error: message }));
  self.postMessage('ready');
}

async function take(call: Call): Promise<void> {
  const { name, args } = call;
  number = call.number;
  const answer: Answer = { number };
  try {
    if (name === 'create') simulation = (await (WebSimulation.create as Method)(...args)) as WebSimulation;
    else answer.result = await (simulation![name as keyof WebSimulation] as Method)(...args);
  } catch (thrown) {
    // an exception of the wasm's is more than a refusal; it may not be sent as it is
    answer.error = thrown instanceof Error ? thrown.message : thrown;
  }
  if (name === 'step' && typeof answer.error !== 'string') {
    const state = await simulation!.readState();
    // what the next step begins with, which no picture shows
    delete state.contacts;
    answer.state = state;
    if (call.contacts) answer.contacts = simulation!.contactWords();
  }
  post(answer);
}
