// The lab: copies of a scene, a solver each, in one picture; what they leave undone, in figures and plots. This file
// is its table of contents: each part has a file of its own and finds the others here.
import { Pace } from '../pace';
import { startTheme } from '../theme';
import { Address } from './address';
import { Building } from './building';
import { comeBack } from './coming-back';
import { Edits } from './edits';
import { get } from './elements';
import { Figures } from './figures';
import { Folding } from './folding';
import { offer } from './hooks';
import { showLegend } from './legend';
import { Measuring } from './measuring';
import { Messages } from './messages';
import { Opening } from './opening';
import { Panel } from './panel';
import { Parameters } from './parameters';
import { Plots } from './plots';
import { Queue } from './queue';
import { Readings } from './readings';
import { Selection } from './selection';
import { listenToKeys } from './shortcuts';
import { Stage } from './stage';
import { fromAddress, type LabState } from './state';
import { Table } from './table';
import { Taking } from './taking';
import { Time } from './time';
import { Touching } from './touching';

export class Lab {
  readonly queue = new Queue();
  readonly pace = new Pace();
  readonly readings = new Readings();
  readonly messages = new Messages(get('message'), get('notice'), get('loading'));
  readonly stage: Stage;
  readonly edits: Edits;
  readonly address: Address;
  readonly building: Building;

  readonly time = new Time(this);
  readonly measuring = new Measuring(this);
  readonly parameters = new Parameters(this);
  readonly folding = new Folding(this);
  readonly table = new Table(get('measures'), this);

  readonly figures: Figures;
  readonly plots: Plots;
  readonly panel: Panel;
  readonly selection: Selection;
  readonly touching: Touching;

  /** `sized`: the address says how large the scene is. */
  constructor(
    readonly state: LabState,
    sized: boolean,
  ) {
    this.stage = new Stage(get<HTMLCanvasElement>('canvas'), state);
    this.edits = new Edits(this.stage);
    this.address = new Address(state);
    this.building = new Building(this, sized);
    this.figures = new Figures(state, this.stage, {
      headline: get('headline'),
      lede: get('lede'),
      figures: get('figures'),
      words: get('words'),
    });
    this.plots = new Plots(get('plots'), get('plot-switches'), state, this.readings, () => {
      this.address.remember();
      this.stage.stale = true;
    });
    this.panel = new Panel(get('panel'), state, {
      parameters: (changes) => this.parameters.set(changes),
      rebuild: () => this.building.again(),
      speed: () => {
        this.time.showPace();
        this.address.remember();
      },
      colouring: () => {
        this.stage.colour();
        showLegend(get('legend'), state.colourBy);
        this.address.remember();
      },
      refused: (error) => this.messages.refuse(error),
    });
    this.selection = new Selection(this.stage, this.edits, get('rings'), get('bead'), {
      pin: (body, fixed) => this.touching.do({ kind: 'pin', body, fixed }),
      cut: (joint) => this.touching.do({ kind: 'cut', joint }),
    });
    this.touching = new Touching(this);
    new Taking(this);
    new Opening(this);
  }

  begin(complaints: string[]): void {
    listenToKeys(this);
    comeBack(this);
    offer(this);
    this.#buttons();
    addEventListener('themechange', () => {
      this.stage.retheme();
      this.plots.redraw();
      this.address.write();
    });
    showLegend(get('legend'), this.state.colourBy);
    this.parameters.showPasses();
    this.time.setPlaying(this.time.playing);
    void this.queue.run(() => this.building.begin(complaints));
  }

  #buttons(): void {
    const { time } = this;
    get('play').addEventListener('click', () => time.toggle());
    get('start').addEventListener('click', () => time.toggle());
    get('step').addEventListener('click', () => time.stepOnce());
    get('reset').addEventListener('click', () => time.fromStart());
  }
}

startTheme();
const { state, sized, complaints } = fromAddress(new URLSearchParams(location.search));
new Lab(state, sized).begin(complaints);
