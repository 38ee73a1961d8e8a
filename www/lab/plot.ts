// The largest gap over time on a log scale, a line for each simulation, labelled at its end.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Line {
  name: string;
  /** Name of a custom property that holds its colour. */
  colour: string;
  dashed: boolean;
}

/** Gaps below this are drawn as this, m. */
const FLOOR = 1e-7;

const DECADES = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];

const style = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class GapPlot {
  #plot: uPlot | undefined;
  #times: number[] = [];
  #gaps: number[][] = [];
  #lines: Line[] = [];
  #bead = 0.5;

  constructor(private host: HTMLElement) {
    new ResizeObserver(() => {
      if (this.#plot && host.clientWidth > 0)
        this.#plot.setSize({ width: host.clientWidth, height: host.clientHeight });
    }).observe(host);
  }

  /** Starts anew; `bead` is a bead's diameter in m. */
  start(lines: Line[], bead: number): void {
    this.#lines = lines;
    this.#bead = bead;
    this.#times = [];
    this.#gaps = lines.map(() => []);
    this.draw();
  }

  add(time: number, gaps: number[]): void {
    if (this.#times.length > 0 && time < this.#times[this.#times.length - 1]!)
      this.start(this.#lines, this.#bead);
    this.#times.push(time);
    gaps.forEach((gap, i) => {
      this.#gaps[i]?.push(Math.max(gap, FLOOR));
    });
    if (this.#times.length > 1200) {
      this.#times.shift();
      for (const gaps of this.#gaps) gaps.shift();
    }
    this.#plot?.setData([this.#times, ...this.#gaps]);
  }

  /** Comma-separated, for taking away. */
  csv(): string {
    const rows = this.#times.map((time, i) => [time, ...this.#gaps.map((gaps) => gaps[i])].join(','));
    return [
      ['time_s', ...this.#lines.map((line) => `gap_m_${line.name.replace(/\W+/g, '_')}`)].join(','),
      ...rows,
    ].join('\n');
  }

  /** Also after a change of theme. */
  draw(): void {
    this.#plot?.destroy();
    const font = '13px ui-serif, Georgia, serif';
    const axis = {
      stroke: style('--soft'),
      font,
      grid: { stroke: style('--line'), width: 1 },
      ticks: { show: false },
    };
    const power = (value: number) => {
      const exponent = Math.round(Math.log10(value));
      return exponent === 0 ? '1 m' : exponent === -3 ? '1 mm' : exponent === -6 ? '1 µm' : '';
    };
    this.#plot = new uPlot(
      {
        width: this.host.clientWidth || 600,
        height: this.host.clientHeight || 200,
        cursor: { y: false, points: { show: false } },
        legend: { show: false },
        padding: [8, 96, 0, 0],
        scales: { x: { time: false }, y: { distr: 3, log: 10, range: [FLOOR, 30] } },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((t) => `${t} s`), size: 28 },
          { ...axis, splits: () => DECADES, values: (_, ticks) => ticks.map(power), size: 52 },
        ],
        series: [
          {},
          ...this.#lines.map((line) => ({
            label: line.name,
            stroke: style(line.colour),
            width: 2,
            points: { show: false },
            ...(line.dashed ? { dash: [6, 4] } : {}),
          })),
        ],
        hooks: { draw: [(plot) => this.#label(plot)] },
      },
      [this.#times, ...this.#gaps] as uPlot.AlignedData,
      this.host,
    );
  }

  #label(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const scale = devicePixelRatio;
    ctx.save();
    ctx.font = `${13 * scale}px ui-serif, Georgia, serif`;
    ctx.textBaseline = 'middle';
    for (const [height, word] of [
      [1e-4, 'a hair'],
      [this.#bead, 'one bead'],
    ] as const) {
      const y = plot.valToPos(height, 'y', true);
      ctx.strokeStyle = ctx.fillStyle = style('--soft');
      ctx.setLineDash([2 * scale, 4 * scale]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.textAlign = 'left';
      ctx.fillText(word, bbox.left + 6 * scale, y - 9 * scale);
    }
    ctx.setLineDash([]);
    this.#lines.forEach((line, i) => {
      const gaps = this.#gaps[i];
      const last = this.#times.length - 1;
      if (!gaps || last < 0) return;
      ctx.fillStyle = style(line.colour);
      ctx.textAlign = 'left';
      const x = plot.valToPos(this.#times[last]!, 'x', true);
      ctx.fillText(line.name, x + 6 * scale, plot.valToPos(gaps[last]!, 'y', true));
    });
    ctx.restore();
  }
}
