// A plot whose lines are named at its right, with marks across it and a readout where the pointer or the arrow keys
// stand.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { style } from './colours';

export interface Line {
  name: string;
  /** Name of a custom property that holds its colour. */
  colour: string;
  /** Lengths of lines and gaps, px; none for a whole line. */
  dash?: number[];
  /** Its values are marked one by one. */
  points?: boolean;
}

export interface PlotKind {
  title: string;
  /** How it is read, in a sentence. */
  help?: string;
  /** What the horizontal axis counts, as the readout says it. */
  across: (x: number) => string;
  /** A value, in the readout and on the vertical axis. */
  value: (y: number) => string;
  /** On a log scale: its lowest and highest value; none where it fits itself to what there is, in whole decades. */
  log?: [number, number] | 'fit';
  /** Ticks of the log scale that are labelled. */
  ticks?: number[];
  /** Never higher or lower than this by itself, on a linear scale. */
  least?: [number, number];
  /** The horizontal axis goes by ratios, from the one to the other. */
  logAcross?: [number, number];
  /** So much of the horizontal axis is shown: its end, once there is more. */
  window?: number;
  /** Whole numbers across. */
  whole?: boolean;
  /** Each line stands on the one before; what is between them is filled. */
  stacked?: boolean;
  /** Its one line has no name at the right. */
  unnamed?: boolean;
  /** Levels that say something. */
  marks?: () => [number, string][];
  /** The same, upright. */
  columns?: () => [number, string][];
}

const FONT = 13;
const family = 'ui-serif, "Iowan Old Style", Palatino, Georgia, serif';
/** Least room at the right for names, px, and the most of the whole width. */
const NAMES = 148;
const NARROW_NAMES = 108;
const MOST_OF_WIDTH = 0.42;
const AXIS = 72;

/** Between two ticks across. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export class LinePlot {
  readonly element = document.createElement('figure');
  #caption = document.createElement('figcaption');
  #title = document.createElement('span');
  #readout = document.createElement('output');
  #host = document.createElement('div');
  #plot: uPlot | null = null;
  #lines: Line[] = [];
  /** As given. */
  #own: (number | null)[][] = [[]];
  /** As drawn: stacked, where they are. */
  #data: (number | null)[][] = [[]];

  constructor(readonly kind: PlotKind) {
    this.element.className = 'plot';
    this.#host.tabIndex = 0;
    this.#host.setAttribute('role', 'img');
    this.#caption.append(this.#title, this.#readout);
    this.retitle(kind.title);
    this.#readout.setAttribute('aria-live', 'off');
    this.element.append(this.#caption, this.#host);
    if (kind.help)
      this.element.append(Object.assign(document.createElement('small'), { textContent: kind.help }));
    new ResizeObserver(() => this.#fit()).observe(this.#host);
    this.#host.addEventListener('keydown', (event) => this.#key(event));
    this.#host.addEventListener('blur', () => this.#read(null));
  }

  retitle(title: string): void {
    if (this.#title.textContent === title) return;
    this.#title.textContent = title;
    this.#host.setAttribute('aria-label', `${title}; arrow keys read its values`);
  }

  /** The first column counts across; `draw` makes the plot anew, after a change of lines or theme. */
  show(lines: Line[], data: readonly (readonly number[])[]): void {
    const { log, stacked } = this.kind;
    const low = Array.isArray(log) ? log[0] : Number.NEGATIVE_INFINITY;
    // uPlot leaves a gap where there is null; a logarithm of nothing is none
    this.#own = data.map((column, k) =>
      k === 0
        ? [...column]
        : column.map((y) => (Number.isFinite(y) && !(log === 'fit' && y <= 0) ? Math.max(y, low) : null)),
    );
    this.#data = stacked ? pile(this.#own) : this.#own;
    if (
      !this.#plot ||
      lines.length !== this.#lines.length ||
      lines.some((line, k) => !same(line, this.#lines[k]))
    )
      this.draw(lines);
    else this.#plot.setData(this.#data as uPlot.AlignedData);
  }

  draw(lines = this.#lines): void {
    this.#lines = lines;
    this.#plot?.destroy();
    if (this.#host.clientWidth === 0) {
      this.#plot = null;
      return;
    }
    const { kind } = this;
    const axis = {
      stroke: style('--soft'),
      font: `${FONT}px ${family}`,
      grid: { stroke: style('--line'), width: 1 },
      ticks: { show: false },
    };
    this.#plot = new uPlot(
      {
        width: this.#host.clientWidth,
        height: this.#host.clientHeight,
        cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
        legend: { show: false },
        padding: [8, kind.unnamed ? 14 : this.#room(), 0, 0],
        scales: { x: across(kind), y: upright(kind) },
        axes: [
          {
            ...axis,
            ...(kind.logAcross
              ? { splits: () => powers(kind.logAcross!), filter: (_: uPlot, ticks: number[]) => ticks }
              : { incrs: kind.whole ? STEPS.filter((step) => step >= 1) : STEPS }),
            values: (_, ticks) => ticks.map((x) => kind.across(x)),
            space: 70,
            size: 26,
            grid: { show: false },
          },
          {
            ...axis,
            size: AXIS,
            ...(kind.ticks ? { splits: () => kind.ticks!, filter: (_, ticks) => ticks } : { space: 36 }),
            ...(kind.log === 'fit'
              ? {
                  splits: (plot) => thin(powers([plot.scales.y!.min!, plot.scales.y!.max!])),
                  filter: (_, ticks) => ticks,
                }
              : {}),
            // ticks are round numbers
            values: (_, ticks) => ticks.map((y) => kind.value(y).replace(/\.0+(?= )/, '')),
          },
        ],
        ...(kind.stacked ? { bands: lines.map((line, k) => band(line, k)) } : {}),
        series: [
          {},
          ...lines.map((line, k) => ({
            label: line.name,
            stroke: style(line.colour),
            width: 2,
            points: { show: line.points ?? false, size: 7, fill: style(line.colour) },
            ...(line.dash ? { dash: line.dash } : {}),
            ...(kind.stacked && k === 0 ? { fill: faint(style(line.colour)) } : {}),
          })),
        ],
        hooks: {
          draw: [(plot) => this.#label(plot)],
          setCursor: [(plot) => this.#read(plot.cursor.idx ?? null)],
        },
      },
      this.#data as uPlot.AlignedData,
      this.#host,
    );
  }

  /** For names at the right, px: as long as the longest, if that leaves the lines theirs. */
  #room(): number {
    const { clientWidth: width } = this.#host;
    const least = width < 520 ? NARROW_NAMES : NAMES;
    const longest = Math.max(0, ...this.#lines.map(({ name }) => widthOf(name)));
    return Math.max(least, Math.min(longest + 16, MOST_OF_WIDTH * width));
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (!this.#plot && width > 0) this.draw();
    else if (this.#plot && width > 0 && (this.#plot.width !== width || this.#plot.height !== height))
      this.#plot.setSize({ width, height });
  }

  #read(index: number | null): void {
    const x = index === null ? null : this.#own[0]?.[index];
    this.#readout.replaceChildren();
    if (index === null || x === null || x === undefined) return;
    this.#readout.append(this.kind.across(x));
    this.#lines.forEach((line, k) => {
      const y = this.#own[k + 1]?.[index];
      const part = document.createElement('span');
      part.style.color = `var(${line.colour})`;
      part.textContent = `${line.name} ${y === null || y === undefined ? '–' : this.kind.value(y)}`;
      this.#readout.append(part);
    });
  }

  #key(event: KeyboardEvent): void {
    const plot = this.#plot;
    const times = this.#data[0]!;
    if (!plot || times.length === 0) return;
    const last = times.length - 1;
    const at = plot.cursor.idx ?? last;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, to));
    this.#readout.setAttribute('aria-live', 'polite');
    plot.setCursor({ left: plot.valToPos(times[index]!, 'x'), top: 1 });
  }

  /** Marks, and at the right of the plot the names of marks and lines, none on another. */
  #label(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const scale = devicePixelRatio;
    const right = bbox.left + bbox.width;
    ctx.save();
    ctx.font = `${FONT * scale}px ${family}`;
    ctx.textBaseline = 'middle';
    ctx.lineWidth = scale;
    ctx.strokeStyle = ctx.fillStyle = style('--soft');
    ctx.setLineDash([2 * scale, 4 * scale]);
    const inside = (y: number) => y >= bbox.top && y <= bbox.top + bbox.height;
    const marks = (this.kind.marks?.() ?? [])
      .map(([height, word]) => ({ word, colour: '--soft', y: plot.valToPos(height, 'y', true) }))
      .filter(({ y }) => inside(y));
    for (const { y } of marks) stroke(ctx, bbox.left, y, right, y);
    const columns = (this.kind.columns?.() ?? []).map(([at, word]) => ({
      word,
      x: plot.valToPos(at, 'x', true),
    }));
    columns.forEach(({ word, x }, k) => {
      stroke(ctx, x, bbox.top, x, bbox.top + bbox.height);
      const space = x + ctx.measureText(word).width + 12 * scale < right;
      ctx.textAlign = space ? 'left' : 'right';
      ctx.fillText(word, x + (space ? 6 : -6) * scale, bbox.top + (10 + 17 * k) * scale);
    });
    ctx.setLineDash([]);
    ctx.textAlign = 'left';
    const named = this.kind.unnamed ? [] : this.#lines;
    const names = named.flatMap(({ name, colour }, k) => {
      const column = this.#data[k + 1] ?? [];
      const last = column.findLast((y) => y !== null);
      return last === undefined || last === null
        ? []
        : [{ word: name, colour, y: plot.valToPos(last, 'y', true) }];
    });
    const room = 16 * scale;
    const labels = [...marks, ...names].sort((a, b) => a.y - b.y);
    // those that would lie on each other make way downwards, then all move up from the floor
    labels.forEach((label, k) => {
      label.y = Math.max(label.y, k > 0 ? labels[k - 1]!.y + room : bbox.top + 0.5 * room);
    });
    for (let k = labels.length - 1, floor = bbox.top + bbox.height; k >= 0; k--, floor -= room)
      labels[k]!.y = Math.min(labels[k]!.y, floor - 0.3 * room);
    for (const { word, colour, y } of labels) {
      ctx.fillStyle = style(colour);
      ctx.fillText(cut(ctx, word, ctx.canvas.width - right - 8 * scale), right + 8 * scale, y);
    }
    ctx.restore();
  }
}

const same = (a: Line, b: Line | undefined) =>
  a.name === b?.name && a.colour === b.colour && String(a.dash) === String(b.dash);

const ruler = document.createElement('canvas').getContext('2d')!;

/** Of a name at the right of a plot, px. */
function widthOf(text: string): number {
  ruler.font = `${FONT}px ${family}`;
  return ruler.measureText(text).width;
}

/** As much of a text as there is room for. */
function cut(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let end = text.length - 1;
  while (end > 1 && ctx.measureText(`${text.slice(0, end)}…`).width > room) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Each column on those before it. */
const pile = ([across = [], ...columns]: (number | null)[][]): (number | null)[][] => {
  const sums: number[] = across.map(() => 0);
  return [
    across,
    ...columns.map((column) =>
      column.map((y, i) => {
        if (y === null) return null;
        sums[i] = sums[i]! + y;
        return sums[i]!;
      }),
    ),
  ];
};

/** Between a line and the one below it. */
const band = (line: Line, k: number): uPlot.Band => ({
  series: [k + 1, Math.max(1, k)],
  fill: faint(style(line.colour)),
});

const faint = (colour: string) => `${colour}44`;

function stroke(ctx: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

function across({ logAcross, window }: PlotKind): uPlot.Scale {
  if (logAcross) return { time: false, distr: 3, log: 10, range: logAcross };
  if (window)
    return {
      time: false,
      // what has no figures yet begins at 0
      range: ({ data }, _, max) => {
        const last = data[0].length > 0 ? Math.max(window, max) : window;
        return [last - window, last];
      },
    };
  return { time: false, range: (_, min, max) => [min, max > min ? max : min + 1] };
}

function upright({ log, least }: PlotKind): uPlot.Scale {
  if (Array.isArray(log)) return { distr: 3, log: 10, range: log };
  if (log === 'fit') return { distr: 3, log: 10, range: decades };
  return {
    range: (_, min, max) =>
      roomy(Math.min(min ?? 0, least?.[0] ?? Infinity), Math.max(max ?? 1, least?.[1] ?? -Infinity)),
  };
}

/** Whole ones around what there is, two at least. */
function decades(_: uPlot, min: number | null, max: number | null): [number, number] {
  if (!min || !max || min <= 0) return [1e-3, 1];
  const low = Math.floor(Math.log10(min) - 0.05);
  const high = Math.ceil(Math.log10(max) + 0.05);
  return [10 ** low, 10 ** Math.max(high, low + 2)];
}

function powers([low, high]: [number, number]): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  return Array.from({ length: to - from + 1 }, (_, k) => Number(`1e${from + k}`));
}

/** No more ticks than there is room for. */
const thin = (ticks: number[]): number[] => ticks.filter((_, k) => k % Math.ceil(ticks.length / 5) === 0);

/** A little air above and below. */
function roomy(min: number, max: number): [number, number] {
  const air = 0.08 * (max - min || Math.abs(max) || 1);
  return [min - air, max + air];
}
