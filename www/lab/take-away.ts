// What leaves the page as a file, and what comes to it as one.
import { MOST_SIDE_BY_SIDE } from '../attributes';
import { BeadworkError, type Parameters } from '../beadwork';
import type { Shown } from '../element/snippet';
import { DEFAULTS } from '../parameters';
import { usual } from './recommended';
import { competitors, FILE, type LabState, optionsOf } from './state';

/** A clip's length and its pictures a second. */
const CLIP_SECONDS = 5;
const CLIP_RATE = 30;
const CLIP_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
/** A scene larger than this is no scene that a person drops on a page. */
const MOST_BYTES = 256 * 1024 * 1024;

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // the browser has it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const text = (content: string, type: string): Blob => new Blob([content], { type });

/** A clip of what the canvas shows from now on. */
export async function clip(canvas: HTMLCanvasElement, seconds = CLIP_SECONDS): Promise<Blob> {
  const mimeType =
    typeof MediaRecorder === 'undefined'
      ? undefined
      : CLIP_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  if (!mimeType) throw new BeadworkError('internal', 'This browser records no WebM; take a picture instead.');
  const stream = canvas.captureStream(CLIP_RATE);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 8_000_000 });
  const parts: Blob[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size > 0) parts.push(data);
      });
      recorder.addEventListener('stop', () => resolve());
      recorder.addEventListener('error', () =>
        reject(new BeadworkError('internal', 'The browser stopped recording; take a picture instead.')),
      );
      recorder.start();
      setTimeout(() => recorder.state === 'recording' && recorder.stop(), seconds * 1000);
    });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
  return new Blob(parts, { type: 'video/webm' });
}

/** A scene or a recording from a file; whether it is one is for the simulation to say. */
export async function readFile(file: File): Promise<unknown> {
  if (file.size > MOST_BYTES)
    throw new BeadworkError(
      'scene',
      `${file.name} is too large for a scene (${Math.round(file.size / 1e6)} MB).`,
    );
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BeadworkError('scene', `${file.name} is not JSON (${why}).`);
  }
}

/** What the page's element has to say to show the same; `file` is where a scene of one's own will lie. */
export function shown(state: LabState, file: string): Shown {
  const { scene, options, parameters, compare, colourBy, show, plots, edits } = state;
  // no attribute says what is pinned or cut
  const own = scene === FILE || edits.length > 0;
  const usualOptions = optionsOf(scene);
  const holds = usual(state);
  const { solver, ...others } = parameters;
  const changed = Object.entries(others).filter(
    ([name, value]) => String(value) !== String(holds[name as keyof Parameters]),
  );
  return {
    ...(own ? { src: file } : { scene }),
    sceneOptions: Object.fromEntries(
      own ? [] : Object.entries(options).filter(([name, value]) => value !== usualOptions[name]),
    ),
    parameters: {
      ...(compare.length === 0 && solver !== DEFAULTS.solver ? { solver } : {}),
      ...Object.fromEntries(changed),
    },
    compare: compare.length > 0 ? competitors(state).slice(0, MOST_SIDE_BY_SIDE) : [],
    colourBy,
    show,
    plots: plots.filter((plot) => plot !== 'time'),
    controls: true,
  };
}

/** Scenes dropped anywhere on the page. */
export function acceptDrops(over: (now: boolean) => void, dropped: (file: File) => void): void {
  let depth = 0;
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragenter', (event) => {
    if (hasFile(event) && ++depth === 1) over(true);
  });
  addEventListener('dragleave', (event) => {
    if (hasFile(event) && --depth <= 0) over(false);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    const file = event.dataTransfer?.files[0];
    if (file) dropped(file);
  });
}
