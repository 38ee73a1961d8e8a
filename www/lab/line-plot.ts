// A plot whose lines are labelled at their ends, with marks across it and a readout where the pointer or the arrow
// keys stand.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { style } from './colours';

export interface Line {
  name: string;
  /** Name of a custom property that holds its colour. */
  colour: string;
  dashed: boolean;
}

export interface PlotKind {
  title: string;
  /** What the horizontal axis counts, as the readout says it. */
  across: (x: number) => string;
  /** A value, in the readout and on the vertical axis. */
  value: (y: number) => string;
  /** On a log scale: its lowest and highest value. */
  log?: [number, number];
  /** Ticks of the log scale that are labelled. */
  ticks?: number[];
  /** Whole numbers across. */
  whole?: boolean;
  marks?: () => [number, string][];
}

const FONT = 13;
const family = 'ui-serif, "Iowan Old Style", Palatino, Georgia, serif';
/** Room for the lines' names, px. */
const NAMES = 132;
const NARROW_NAMES = 104;
const AXIS = 58;

/** Between two ticks across. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export class LinePlot {
  readonly element = document.createElement('figure');
  #caption = document.createElement('figcaption');
  #readout = document.createElement('output');
  #host = document.createElement('div');
  #plot: uPlot | null = null;
  #lines: Line[] = [];
  #data: (number | null)[][] = [[]];

  constructor(readonly kind: PlotKind) {
    this.element.className = 'plot';
    this.#host.tabIndex = 0;
    this.#host.setAttribute('role', 'img');
    this.#host.setAttribute('aria-label', `${kind.title}; arrow keys read its values`);
    this.#caption.append(Object.assign(document.createElement('span'), { textContent: kind.title }));
    this.#caption.append(this.#readout);
    this.#readout.setAttribute('aria-live', 'off');
    this.element.append(this.#caption, this.#host);
    new ResizeObserver(() => this.#fit()).observe(this.#host);
    this.#host.addEventListener('keydown', (event) => this.#key(event));
    this.#host.addEventListener('blur', () => this.#read(null));
  }

  /** The first column counts across; `draw` makes the plot anew, after a change of lines or theme. */
  show(lines: Line[], data: readonly (readonly number[])[]): void {
    const [low] = this.kind.log ?? [Number.NEGATIVE_INFINITY];
    // uPlot leaves a gap where there is null
    this.#data = data.map((column, k) =>
      k === 0 ? [...column] : column.map((y) => (Number.isFinite(y) ? Math.max(y, low) : null)),
    );
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
        padding: [8, this.#host.clientWidth < 520 ? NARROW_NAMES : NAMES, 0, 0],
        scales: {
          x: { time: false, range: (_, min, max) => [min, max > min ? max : min + 1] },
          y: kind.log ? { distr: 3, log: 10, range: kind.log } : { range: roomy },
        },
        axes: [
          {
            ...axis,
            values: (_, ticks) => ticks.map((x) => kind.across(x)),
            incrs: kind.whole ? STEPS.filter((step) => step >= 1) : STEPS,
            space: 70,
            size: 26,
            grid: { show: false },
          },
          {
            ...axis,
            size: AXIS,
            ...(kind.ticks ? { splits: () => kind.ticks!, filter: (_, ticks) => ticks } : { space: 36 }),
            // ticks are round numbers
            values: (_, ticks) => ticks.map((y) => kind.value(y).replace(/\.0+(?= )/, '')),
          },
        ],
        series: [
          {},
          ...lines.map((line) => ({
            label: line.name,
            stroke: style(line.colour),
            width: 2,
            points: { show: false },
            ...(line.dashed ? { dash: [7, 4] } : {}),
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

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (!this.#plot && width > 0) this.draw();
    else if (this.#plot && width > 0 && (this.#plot.width !== width || this.#plot.height !== height))
      this.#plot.setSize({ width, height });
  }

  #read(index: number | null): void {
    const x = index === null ? null : this.#data[0]?.[index];
    this.#readout.replaceChildren();
    if (index === null || x === null || x === undefined) return;
    this.#readout.append(this.kind.across(x));
    this.#lines.forEach((line, k) => {
      const y = this.#data[k + 1]?.[index];
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

  #label(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const scale = devicePixelRatio;
    ctx.save();
    ctx.font = `${FONT * scale}px ${family}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    ctx.lineWidth = scale;
    ctx.strokeStyle = ctx.fillStyle = style('--soft');
    ctx.setLineDash([2 * scale, 4 * scale]);
    const marks = this.kind.marks?.() ?? [];
    for (const [height] of marks) {
      const y = plot.valToPos(height, 'y', true);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    // words stand clear of the lines that cross them
    ctx.lineJoin = 'round';
    ctx.lineWidth = 5 * scale;
    ctx.strokeStyle = style('--back');
    for (const [height, word] of marks) {
      const y = plot.valToPos(height, 'y', true) - 9 * scale;
      ctx.strokeText(word, bbox.left + 6 * scale, y);
      ctx.fillText(word, bbox.left + 6 * scale, y);
    }
    const room = 16 * scale;
    const ends = this.#lines.flatMap((line, k) => {
      const column = this.#data[k + 1] ?? [];
      const last = column.findLastIndex((y) => y !== null);
      if (last < 0) return [];
      const x = plot.valToPos(this.#data[0]![last]!, 'x', true);
      return [{ line, x, y: plot.valToPos(column[last]!, 'y', true) }];
    });
    ends.sort((a, b) => a.y - b.y);
    // names that would lie on each other make way downwards, then all move up from the floor
    ends.forEach((end, k) => {
      end.y = Math.max(end.y, k > 0 ? ends[k - 1]!.y + room : bbox.top + 0.5 * room);
    });
    for (let k = ends.length - 1, floor = bbox.top + bbox.height; k >= 0; k--, floor -= room)
      ends[k]!.y = Math.min(ends[k]!.y, floor - 0.3 * room);
    for (const { line, x, y } of ends) {
      ctx.fillStyle = style(line.colour);
      ctx.fillText(line.name, x + 6 * scale, y);
    }
    ctx.restore();
  }
}

const same = (a: Line, b: Line | undefined) =>
  a.name === b?.name && a.colour === b.colour && a.dashed === b.dashed;

/** A little air above and below. */
function roomy(_: uPlot, min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1];
  const air = 0.08 * (max - min || Math.abs(max) || 1);
  return [min - air, max + air];
}
