// Make a scene: the document with its way back, what is chosen, the tool in hand, and the copy on the stage that shows the document
// as it starts. Play tries it; what happens then changes no document.
import type { BodyDescription, SceneDescription, State, Vector } from '../../beadwork';
import { byId } from '../../dom';
import { asError } from '../../errors';
import type { Player } from '../../player/player';
import { bring, gravityOf } from '../bringing';
import type { Events } from '../events';
import { leaveScene, takeRecommended } from '../recommended';
import type { Stage } from '../stage';
import { FILE } from '../state';
import type { Steps } from '../touching';
import { plus, type Rotation, scaled } from '../vectors';
import { type Chosen, nameOf, newBody, SHAPES, type ShapeName, type Tool } from './choosing';
import {
  addBody,
  changeBody,
  duplicateBody,
  emptyScene,
  joinBodies,
  type Made,
  madeOf,
  placeBody,
  removeBody,
  removeJoint,
  rotationOf,
  tooLarge,
} from './document';
import { History } from './history';
import { encode } from './link';
import { facing, gridOf, snapped, ways } from './looking';
import { Marks } from './marks';
import { anchorPoints, freePlace, settled } from './placing';
import { Pointer, type PointerListeners } from './pointer';
import { Sheet, type SheetListeners, type Stand } from './sheet';
import { reach } from './solid';

/** Where an empty scene is seen from: four metres high, the ground at its lower edge. */
const CAMERA = [0, 1.6, 0, 0, 0.08, 8.5];

/** By a finger there is no Ctrl, and nobody clicks. */
const COARSE = matchMedia('(pointer: coarse)');

export interface MakerListeners {
  joined(): void;
  /** New copies, or another scene in those that are there, are about to be drawn and measured. */
  staged(): void;
  /** The sheet is there, or gone. */
  turned(open: boolean): void;
  play(): void;
  pause(): void;
  /** The start of what is on screen, with its pins, cuts and changed joints. */
  start(): Promise<SceneDescription>;
  /** What can be taken back has changed. */
  stepped(): void;
  said(words: string): void;
  refused(error: unknown): void;
}

export class Maker implements Steps, PointerListeners, SheetListeners {
  #stand: Stand = 'closed';
  #history: History | null = null;
  #chosen: Chosen | null = null;
  #pair: [number, number] = [0, 0];
  #turn = 0;
  /** The document while something is on its way. */
  #draft: Made | null = null;
  #start: State | null = null;
  #moving = false;
  #ghost: BodyDescription | null = null;
  #line: [Vector, Vector] | null = null;
  tool: Tool = { does: 'choose' };
  readonly #sheet: Sheet;
  readonly #marks: Marks;
  readonly #handle = byId('make-handle');

  constructor(
    private readonly stage: Stage,
    private readonly player: Player,
    private readonly events: Events,
    private readonly told: MakerListeners,
  ) {
    this.#sheet = new Sheet(this);
    this.#marks = new Marks(stage, byId<HTMLElement>('make-marks') as unknown as SVGSVGElement, this.#handle);
    new Pointer(stage, this.#handle, this);
    byId('make-your-own').addEventListener('click', () => this.#fromGallery());
    events.staged.on(() => this.#staged());
  }

  // what others ask

  get active(): boolean {
    return this.#stand === 'making';
  }

  get made(): Made {
    return this.#history!.now;
  }

  get canUndo(): boolean {
    return this.#history?.canUndo ?? false;
  }

  get canRedo(): boolean {
    return this.#history?.canRedo ?? false;
  }

  /** New bodies stand as near as the chosen one or the last one does. */
  get depth(): Vector {
    const { bodies } = this.made;
    const solid = (body: BodyDescription | undefined) => (body?.shape?.type === 'plane' ? undefined : body);
    const chosen = this.#body === null ? undefined : solid(bodies[this.#body]);
    const near = chosen ?? bodies.findLast((body) => solid(body));
    const { camera } = this.stage.view!;
    return near?.position ?? snapped(camera.target, gridOf(camera), [0, 0, 0]);
  }

  get #body(): number | null {
    return this.#chosen && 'body' in this.#chosen ? this.#chosen.body : null;
  }

  /** Whether what is on screen is what was made. */
  get #ours(): boolean {
    return this.#history !== null && this.stage.described === this.#history.now;
  }

  // opening and closing

  /** By its button or its key: from a try it leads back. */
  toggle(): void {
    this.told.joined();
    if (this.#stand === 'closed') void this.#open();
    else this.close();
  }

  /** The key: open, or back from a try. */
  press(): void {
    if (this.#stand === 'trying') this.back();
    else this.toggle();
  }

  async #open(): Promise<void> {
    const { described, state } = this.stage;
    this.told.turned(true);
    // an address brought it
    if (!this.#ours && described && state.made !== null) this.#history = new History(madeOf(described));
    if (this.#history && (this.#ours || state.made !== null)) await this.#make();
    else this.#set('beginning');
    this.#sheet.focus();
  }

  close(): void {
    if (this.#stand === 'closed') return;
    const inside = this.#sheet.focused;
    this.#set('closed');
    this.told.turned(false);
    if (inside) this.#sheet.leave();
  }

  #fromGallery(): void {
    this.told.joined();
    this.told.turned(true);
    byId('top').scrollIntoView();
    if (this.#stand === 'closed') this.#set('beginning');
    this.#sheet.focus();
  }

  begin(from: 'empty' | 'this' | 'before'): void {
    void this.#begin(from).catch(this.told.refused);
  }

  async #begin(from: 'empty' | 'this' | 'before'): Promise<void> {
    this.told.pause();
    let camera: number[] | null = from === 'empty' ? CAMERA : null;
    if (from === 'this') {
      const scene = await this.told.start();
      const words = tooLarge(scene);
      if (words) {
        this.told.said(words);
        return;
      }
      this.#history = new History(madeOf(scene));
      const now = this.stage.view?.camera;
      if (now && this.stage.runners.length === 1) camera = [...now.target, now.yaw, now.pitch, now.distance];
    }
    if (from === 'empty') this.#history = new History(emptyScene());
    const { now } = this.#history!;
    await this.player.inTurn(() =>
      bring(this.stage, now, { compare: [], camera, made: '' }, () => this.told.staged()),
    );
    this.#enter();
  }

  /** On with the document that there is, from its start. */
  async #make(): Promise<void> {
    this.told.pause();
    if (!this.#ours || this.stage.runners.length > 1) {
      const { camera } = this.stage.state;
      await this.player.inTurn(() =>
        bring(this.stage, this.made, { compare: [], camera, made: '' }, () => this.told.staged()),
      );
    } else await this.player.inTurn(() => this.#put(this.made));
    this.#enter();
  }

  #enter(): void {
    this.#chosen = null;
    this.use({ does: 'choose' });
    this.#set('making');
    this.#remember();
    this.#sheet.focus();
  }

  try(): void {
    this.told.play();
    this.stage.canvas.focus({ preventScroll: true });
  }

  back(): void {
    void this.#make().catch(this.told.refused);
  }

  #set(stand: Stand): void {
    this.#stand = stand;
    this.#draft = this.#ghost = this.#line = null;
    this.#sheet.stand(stand, this.#history !== null);
    if (stand === 'making') this.#show();
    this.told.stepped();
    this.stage.touch();
  }

  /** Time runs, or has come so far. */
  passed(time: number, playing: boolean): void {
    if (this.#stand !== 'making' && this.#stand !== 'trying') return;
    const stand = playing || time > 0 ? 'trying' : 'making';
    if (stand !== this.#stand) this.#set(stand);
  }

  /** Something else came onto the stage. */
  #staged(): void {
    if (this.#stand !== 'closed' && this.#stand !== 'beginning' && !this.#ours) this.close();
  }

  // the document

  /** In the copy that stands, with the camera where it is. Throws what the simulation refuses, and nothing is changed then. */
  async #put(made: Made): Promise<void> {
    const { stage, player } = this;
    const { state } = stage;
    const before = { ...state, parameters: { ...state.parameters } };
    const { described } = stage;
    leaveScene(state);
    try {
      await stage.reload(made);
    } catch (error) {
      Object.assign(state, before);
      stage.described = described;
      throw error;
    }
    state.edits = [];
    state.parameters.gravity = gravityOf(made);
    takeRecommended(state, stage.first!.simulation);
    player.copies.reset();
    player.rest();
    this.told.staged();
    await player.measure();
    stage.touch();
  }

  /** One change after the other, each of what the last one left. */
  change = (
    change: (made: Made) => Made,
    refused: (error: unknown) => void = (error) => this.#sheet.refuse(asError(error).message),
    chosen: (made: Made) => Chosen | null = () => this.#chosen,
  ): void => {
    void this.player
      .inTurn(async () => {
        const history = this.#history!;
        const old = history.now;
        const made = change(old);
        try {
          // what is on the stage counts as ours while it is put there
          history.now = made;
          await this.#put(made);
        } finally {
          history.now = old;
        }
        // a drag may end where it began
        if (JSON.stringify(made) === JSON.stringify(old)) history.now = made;
        else history.add(made);
        this.#chosen = chosen(made);
        this.#changed();
      })
      .catch((error) => {
        refused(error);
        this.#draft = null;
        // what was dragged goes back
        if (this.#start) void this.player.inTurn(() => this.#put(this.made)).catch(this.told.refused);
        this.#start = null;
      });
  };

  undo(): Promise<void> {
    return this.#step((history) => history.undo());
  }

  redo(): Promise<void> {
    return this.#step((history) => history.redo());
  }

  #step(step: (history: History) => void): Promise<void> {
    return this.player
      .inTurn(async () => {
        step(this.#history!);
        await this.#put(this.made);
        this.#chosen = null;
        this.#changed();
      })
      .catch(this.told.refused);
  }

  #changed(): void {
    this.#draft = this.#start = null;
    this.#sheet.refuse('');
    this.#show();
    this.told.stepped();
    this.#remember();
  }

  /** In the address, as soon as it is packed. */
  #remember(): void {
    const turn = ++this.#turn;
    void encode(this.made).then((text) => {
      const { state } = this.stage;
      if (turn !== this.#turn || state.scene !== FILE || !this.#ours) return;
      state.made = text;
      this.events.changed.tell();
    });
  }

  // what is chosen

  choose(chosen: Chosen | null): void {
    this.#chosen = chosen;
    if (chosen && 'body' in chosen) this.#pair = [this.#pair[1], chosen.body];
    this.#sheet.refuse('');
    this.#show();
    this.stage.touch();
  }

  /** On its way. */
  move(body: number, position: Vector, rotation: Rotation): void {
    this.#draft = placeBody(this.made, body, position, rotation);
    if (!this.#moving) void this.#follow(body).catch(() => undefined);
  }

  /** By keyboard: the next body, or the one before. */
  next(by: number): void {
    const { bodies } = this.made;
    const from = this.#body ?? (by > 0 ? -1 : 0);
    this.choose({ body: (from + by + bodies.length) % bodies.length });
    this.#sheet.say(nameOf(this.made, this.#body!));
  }

  #show(): void {
    const { made } = this;
    this.#handle.dataset.body = String(this.#body ?? -1);
    this.#sheet.show(made, this.#chosen);
    const last = made.bodies.length - 1;
    const [one, other] = this.#pair;
    const sound = one !== other && Math.max(one, other) <= last;
    this.#sheet.suggest(sound ? one : Math.max(0, last - 1), sound ? other : last);
    this.#sheet.say(this.#hint());
    byId('make-hint').textContent = this.#hint();
  }

  #hint(): string {
    const { tool } = this;
    const [click, end, free] = COARSE.matches
      ? ['Tap', '', '']
      : ['Click', ' Esc ends it.', ' Hold Ctrl to leave the grid.'];
    if (tool.does === 'add')
      return `${click} in the picture where the ${SHAPES[tool.shape].toLowerCase()} goes.${end}`;
    if (tool.does === 'join' && tool.first === null) return `${click} the first of the two bodies.${end}`;
    if (tool.does === 'join')
      return `${nameOf(this.made, tool.first!)} is the first. ${click} the second body.`;
    if (this.#body !== null) return `Drag it, or move it by the arrow keys.${free}`;
    if (this.made.bodies.every(({ shape }) => shape?.type === 'plane'))
      return `Choose a shape, then ${click.toLowerCase()} in the picture where it goes.`;
    return `${click} a body or a joint to change it. Drag beside them to turn the picture.`;
  }

  // tools

  use(tool: Tool): void {
    const same = tool.does === 'join' && this.tool.does === 'join';
    this.tool = same ? { does: 'choose' } : tool;
    this.#ghost = this.#line = null;
    this.#sheet.use(this.tool);
    if (this.#history) this.#show();
    this.stage.touch();
  }

  addInTheMiddle(shape: ShapeName): void {
    const { camera } = this.stage.view!;
    const body = newBody(shape, gridOf(camera));
    this.#add((made) => ({
      ...body,
      position: freePlace(made, body, camera, this.#middle),
    }));
  }

  /** Of the picture, as near as other bodies are. */
  get #middle(): Vector {
    const { camera } = this.stage.view!;
    const across = facing(camera);
    return camera.target.map((x, k) => (across[k] === 0 ? x : this.depth[k]!)) as Vector;
  }

  add(at: Vector, free: boolean): void {
    const { camera } = this.stage.view!;
    if (this.tool.does !== 'add') return;
    const body = newBody(this.tool.shape, gridOf(camera));
    this.#ghost = null;
    this.#add((made) => ({ ...body, position: settled(made, body, at, camera, free) }));
  }

  #add(body: (made: Made) => BodyDescription): void {
    this.change(
      (made) => addBody(made, body(made)),
      undefined,
      ({ bodies }) => {
        this.#pair = [this.#pair[1], bodies.length - 1];
        return { body: bodies.length - 1 };
      },
    );
  }

  /** From the lists. */
  join(a: number, b: number): void {
    this.#join(a, b, null);
  }

  /** In the picture: the first one, then the second. */
  pick(body: number, at: Vector): void {
    if (this.tool.does !== 'join') return;
    const { first } = this.tool;
    this.#line = null;
    const second = first !== null && first !== body;
    this.tool = { does: 'join', first: second || first === body ? null : body };
    if (second) this.#join(first, body, at);
    else this.#show();
    this.stage.touch();
  }

  #join(a: number, b: number, at: Vector | null): void {
    const { kind, anchor } = this.#sheet;
    const { camera } = this.stage.view!;
    this.#pair = [a, b];
    this.change(
      (made) => {
        const clicked = at && snapped(at, gridOf(camera), facing(camera));
        return joinBodies(made, kind, a, b, anchorPoints(made, kind, a, b, anchor, clicked), facing(camera));
      },
      undefined,
      ({ joints }) => ({ joint: joints.length - 1 }),
    );
  }

  hover(at: Vector | null, from: number | null, free: boolean): void {
    const { camera } = this.stage.view!;
    const { made, tool } = this;
    const start = from === null ? undefined : made.bodies[from];
    this.#line = start && at ? [start.position, at] : null;
    const body = tool.does === 'add' && at ? newBody(tool.shape, gridOf(camera)) : null;
    const ghost = body && at ? { ...body, position: settled(made, body, at, camera, free) } : null;
    const changed = Boolean(this.#line || ghost || this.#ghost);
    this.#ghost = ghost;
    if (changed) this.stage.touch();
  }

  beside(): void {
    if (this.tool.does === 'join') {
      this.tool = { does: 'join', first: null };
      this.#show();
    } else this.choose(null);
  }

  /** Escape: the tool first, then what is chosen, then the sheet. */
  leave(): boolean {
    if (this.#stand === 'closed') return false;
    if (this.tool.does !== 'choose') this.use({ does: 'choose' });
    else if (this.active && this.#chosen) this.choose(null);
    else this.close();
    return true;
  }

  // what is done to the chosen one

  place(body: number, position: Vector, rotation: Rotation): void {
    this.change((made) => placeBody(made, body, position, rotation));
  }

  /** By the arrow keys, in steps of the grid. */
  nudge(right: number, up: number): boolean {
    const body = this.#body;
    if (!this.active || body === null) return false;
    const { camera } = this.stage.view!;
    const [along, upwards] = ways(camera);
    const step = gridOf(camera);
    const by = plus(scaled(along, right * step), scaled(upwards, up * step));
    this.change((made) => placeBody(made, body, plus(made.bodies[body]!.position, by)));
    return true;
  }

  pin(): void {
    const body = this.#body;
    if (body === null || this.made.bodies[body]!.shape?.type === 'plane') return;
    this.change((made) => changeBody(made, body, { fixed: made.bodies[body]!.fixed ? null : true }));
  }

  duplicate(): void {
    const body = this.#body;
    if (!this.active || body === null) return;
    const { camera } = this.stage.view!;
    const [right] = ways(camera);
    const step = gridOf(camera);
    const one = this.made.bodies[body]!;
    const aside = Math.max(1, Math.ceil((2 * reach(one, right)) / step + 1)) * step;
    this.change(
      (made) => duplicateBody(made, body, scaled(right, aside)),
      undefined,
      ({ bodies }) => ({ body: bodies.length - 1 }),
    );
  }

  remove(): void {
    const chosen = this.#chosen;
    if (!this.active || !chosen) return;
    this.change(
      (made) => ('body' in chosen ? removeBody(made, chosen.body) : removeJoint(made, chosen.joint)),
      undefined,
      () => null,
    );
    if (this.#sheet.focused) this.stage.canvas.focus({ preventScroll: true });
  }

  // the picture

  /** The body that is dragged, in the copy that stands: no more than one writing for each picture. */
  async #follow(body: number): Promise<void> {
    this.#moving = true;
    try {
      await this.player.inTurn(async () => {
        const { simulation } = this.stage.first!;
        this.#start ??= await simulation.readState();
        if (!this.#draft) return;
        const { position } = this.#draft.bodies[body]!;
        this.#start.positions.set(position, 3 * body);
        this.#start.rotations.set(rotationOf(this.#draft.bodies[body]!), 4 * body);
        simulation.writeState(this.#start);
        this.stage.touch();
      });
    } finally {
      this.#moving = false;
    }
  }

  /** After a picture: marks on the things themselves. */
  follow(): void {
    if (!this.active || !this.#history || !this.stage.view) {
      this.#marks.wipe();
      return;
    }
    const first = this.tool.does === 'join' ? this.tool.first : null;
    this.#marks.draw({
      made: this.#draft ?? this.made,
      chosen: this.#chosen,
      first,
      ghost: this.#ghost,
      line: this.#line,
    });
  }
}
