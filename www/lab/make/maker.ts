// Make a scene: the document with its way back, what is chosen, the tool in hand, and the copy on the stage that shows the document
// as it starts. Play tries it; what happens then changes no document.
import type { BodyDescription, SceneDescription, Vector } from '../../beadwork';
import { byId } from '../../dom';
import type { Player } from '../../player/player';
import type { Events } from '../events';
import { sentenceOf } from '../messages';
import type { Stage } from '../stage';
import type { Steps } from '../touching';
import { plus, type Rotation, scaled } from '../vectors';
import { type Chosen, nameOf, newBody, type ShapeName, type Tool } from './choosing';
import {
  addBody,
  changeBody,
  duplicateBody,
  emptyScene,
  joinBodies,
  type Made,
  placeBody,
  removeBody,
  removeJoint,
  tooLarge,
} from './document';
import { Documents } from './documents';
import { Dragging } from './dragging';
import { hintFor } from './hints';
import { madeOf } from './lean';
import { facing, gridOf, snapped, ways } from './looking';
import { Marks } from './marks';
import { anchorPoints, freePlace, settled } from './placing';
import { Pointer, type PointerListeners } from './pointer';
import { Sheet, type SheetListeners, type Stand } from './sheet';
import { reach } from './solid';

/** Where an empty scene is seen from: four metres high, the ground at its lower edge. */
const CAMERA = [0, 1.6, 0, 0, 0.08, 8.5];

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
  #chosen: Chosen | null = null;
  #pair: [number, number] = [0, 0];
  #ghost: BodyDescription | null = null;
  #line: [Vector, Vector] | null = null;
  tool: Tool = { does: 'choose' };
  readonly #documents: Documents;
  readonly #sheet: Sheet;
  readonly #marks: Marks;
  readonly #dragging: Dragging;
  readonly #handle = byId('make-handle');

  constructor(
    private readonly stage: Stage,
    player: Player,
    events: Events,
    private readonly told: MakerListeners,
  ) {
    this.#documents = new Documents(stage, player, events.changed, () => told.staged());
    this.#sheet = new Sheet(this);
    this.#marks = new Marks(stage, byId<HTMLElement>('make-marks') as unknown as SVGSVGElement, this.#handle);
    this.#dragging = new Dragging(player, () => stage.first!.simulation);
    new Pointer(stage, this.#handle, this);
    byId('make-your-own').addEventListener('click', () => this.#fromGallery());
    events.staged.on(() => this.#staged());
  }

  // what others ask

  get active(): boolean {
    return this.#stand === 'making';
  }

  get made(): Made {
    return this.#documents.now;
  }

  get canUndo(): boolean {
    return this.#documents.canUndo;
  }

  get canRedo(): boolean {
    return this.#documents.canRedo;
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

  // opening and closing

  /** By its button or its key: from a try it leads back. */
  toggle(): void {
    this.told.joined();
    if (this.#stand === 'closed') void this.#open().catch(this.told.refused);
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
    if (!this.#documents.staging && described && state.made !== null)
      this.#documents.begin(madeOf(described));
    if (this.#documents.staging || (this.#documents.any && state.made !== null)) await this.#make();
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
    let camera: number[] | null = from === 'empty' ? CAMERA : null;
    if (from === 'this') {
      const { simulation } = this.stage.first!;
      const words = tooLarge(simulation.bodyCount, simulation.jointCount);
      if (words) {
        this.told.said(words);
        return;
      }
    }
    this.told.pause();
    if (from === 'this') {
      const scene = await this.told.start();
      this.#documents.begin(madeOf(scene));
      const now = this.stage.view?.camera;
      if (now && this.stage.runners.length === 1) camera = [...now.target, now.yaw, now.pitch, now.distance];
    }
    if (from === 'empty') this.#documents.begin(emptyScene());
    await this.#documents.bring(camera);
    this.#enter();
  }

  /** On with the document that there is, from its start. */
  async #make(): Promise<void> {
    this.told.pause();
    await this.#documents.again();
    this.#enter();
  }

  #enter(): void {
    this.#chosen = null;
    this.use({ does: 'choose' });
    this.#set('making');
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
    this.#dragging.end();
    this.#ghost = this.#line = null;
    this.#sheet.stand(stand, this.#documents.any);
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
    if (this.#stand !== 'closed' && this.#stand !== 'beginning' && !this.#documents.staging) this.close();
  }

  // the document

  change = (
    change: (made: Made) => Made,
    refused: (error: unknown) => void = (error) => this.#sheet.refuse(sentenceOf(error)),
    chosen: (made: Made) => Chosen | null = () => this.#chosen,
  ): void => {
    const done = (made: Made) => {
      this.#chosen = chosen(made);
      this.#changed();
    };
    this.#documents.change(change, done).catch((error) => {
      refused(error);
      // what was dragged goes back
      if (this.#dragging.moved) void this.#documents.again().catch(this.told.refused);
      this.#dragging.end();
    });
  };

  undo(): Promise<void> {
    return this.#step('undo');
  }

  redo(): Promise<void> {
    return this.#step('redo');
  }

  #step(way: 'undo' | 'redo'): Promise<void> {
    const done = () => {
      this.#chosen = null;
      this.#changed();
    };
    return this.#documents.step(way, done).catch(this.told.refused);
  }

  #changed(): void {
    this.#dragging.end();
    this.#sheet.refuse('');
    this.#show();
    this.told.stepped();
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
    this.#dragging.move(placeBody(this.made, body, position, rotation), body);
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
    const hint = hintFor(this.tool, made, this.#body);
    this.#sheet.say(hint);
    byId('make-hint').textContent = hint;
  }

  // tools

  /** One that is in use already ends. */
  use(tool: Tool): void {
    const same =
      tool.does === this.tool.does &&
      (tool.does !== 'add' || tool.shape === (this.tool as typeof tool).shape);
    this.tool = same ? { does: 'choose' } : tool;
    this.#ghost = this.#line = null;
    this.#sheet.use(this.tool);
    if (this.#documents.any) this.#show();
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

  /** After a picture: marks on the things themselves. */
  follow(): void {
    if (!this.active || !this.#documents.any || !this.stage.view) {
      this.#marks.wipe();
      return;
    }
    const first = this.tool.does === 'join' ? this.tool.first : null;
    this.#marks.draw({
      made: this.#dragging.draft ?? this.made,
      chosen: this.#chosen,
      first,
      ghost: this.#ghost,
      line: this.#line,
    });
  }
}
