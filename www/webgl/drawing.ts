// A picture by WebGL, where there is no WebGPU: the passes of src/render/picture.rs, by the same shaders, from what the module for
// the CPU has worked out (src/render/webgl). Pixels count from the top in all of them, so the picture stands upside down
// until `show` turns it.
import { BeadworkError } from '../errors';
import type { WebView } from '../wasm/cpu/beadwork.js';
import { check, link, type ProgramName, Programs } from './programs';
import { nearest, Store } from './stores';

/** Uniform blocks and textures by their names in the WGSL; their places here are where they are bound. */
const BLOCKS = ['frame', 'drawn'] as const;
const STORES = ['beads', 'shapes', 'visible', 'planes', 'cords', 'tiles', 'splats'] as const;
/** Of one simulation, where what its joints are is shown. */
const OF_JOINTS = ['ties', 'multipliers', 'marks'] as const;
/** The same of its contacts. */
const OF_CONTACTS = ['pairs', 'contact_reaches', 'contact_forces'] as const;
const TEXTURES = [...STORES, 'poses', ...OF_JOINTS, ...OF_CONTACTS, 'seen', 'shadows', 'depth'] as const;
type TextureName = (typeof TEXTURES)[number];
/** Those that are the same for every picture of a scene are put there each time too: they are small. */
const WRITTEN = STORES.filter((name) => name !== 'splats');
const unitOf = (name: TextureName) => TEXTURES.indexOf(name);
/** Which no pass uses. */
const PICTURE_UNIT = TEXTURES.length;

const MAP_SIZE = 256;
/** Vertices of a quad. */
const QUAD = 6;
/** Corners of a mark that is straight, and of one that winds. */
const CORNERS = [12, 144] as const;
/** Of a contact's disc and of an arrow: each point of a pair takes so many of the pair's strip. */
const DISC_CORNERS = 6;
const ARROW_CORNERS = 14;
/** Numbers of a plan: of the picture, and of each simulation in it. */
const [OF_PICTURE, OF_EACH] = [13, 5];
const KINDS: readonly ProgramName[] = ['spheres', 'boxes', 'capsules', 'planes_seen', 'cylinders', 'hulls'];

/** Shows the linear picture as the canvas wants it, the right way up. */
const SHOW = {
  vertex: `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`,
  fragment: `#version 300 es
precision highp float;
uniform highp sampler2D picture;
uniform vec2 size;
out vec4 colour;
void main() {
  vec2 at = gl_FragCoord.xy / size;
  vec3 light = texelFetch(picture, ivec2(vec2(at.x, 1.0 - at.y) * vec2(textureSize(picture, 0))), 0).rgb;
  // 1.055 x^(1/2.4) − 0.055 to a tenth of a step of eight bits, by roots: powers take five times as long without a graphics processor
  vec3 root = sqrt(light);
  vec3 bright = 0.8322738 * root + 0.2993493 * sqrt(root) - 0.0771721 - 0.0547982 * light;
  colour = vec4(mix(bright, 12.92 * light, lessThan(light, vec3(0.0031308))), 1.0);
}`,
};

/** As `View::plan` of src/render/webgl/mod.rs gives it. */
function readPlan(numbers: Uint32Array) {
  const [
    width,
    height,
    beads,
    cords,
    pearls,
    details,
    planes,
    casters,
    shadows,
    ground,
    hairline,
    shaped,
    kinds,
  ] = numbers as unknown as number[];
  return {
    width: width!,
    height: height!,
    beads: beads!,
    cords: cords!,
    pearls: pearls!,
    details: details!,
    planes: planes!,
    casters: casters!,
    shadows: shadows === 1,
    ground: ground === 1,
    hairline: hairline === 1,
    shaped: shaped === 1,
    /** Bit k: there are shapes of kind k. */
    met: kinds!,
    kinds: KINDS.filter((_, kind) => ((kinds! >> kind) & 1) === 1),
    /** By simulation: straight marks and winding ones; pairs of bodies that touch, points of each, and strips: discs, arrows of both kinds. */
    marks: Array.from({ length: (numbers.length - OF_PICTURE) / OF_EACH }, (_, k) => {
      const at = OF_PICTURE + OF_EACH * k;
      const [straight, winding, pairs, slots, strips] = numbers.subarray(
        at,
        at + OF_EACH,
      ) as unknown as number[];
      return { straight: straight!, winding: winding!, pairs: pairs!, slots: slots!, strips: strips! };
    }),
  };
}

type Plan = ReturnType<typeof readPlan>;

/** What the size of the canvas decides. */
interface Screen {
  width: number;
  height: number;
  textures: WebGLTexture[];
  seen: WebGLFramebuffer;
  /** With the beads' depth, and without. */
  picture: WebGLFramebuffer;
  over: WebGLFramebuffer;
}

/** What a context holds. */
interface Held {
  programs: Programs;
  show: { program: WebGLProgram; size: WebGLUniformLocation | null };
  blocks: Map<(typeof BLOCKS)[number], WebGLBuffer>;
  stores: Map<TextureName, Store>;
  map: WebGLTexture;
  shadows: WebGLFramebuffer;
  screen: Screen | undefined;
}

export class Drawing {
  #gl: WebGL2RenderingContext;
  #canvas: HTMLCanvasElement | OffscreenCanvas;
  #held: Held | undefined;
  /** What was drawn last. */
  #shown: WebView | undefined;
  #aside = new AbortController();

  constructor(canvas: HTMLCanvasElement | OffscreenCanvas) {
    const gl = canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      powerPreference: 'high-performance',
    }) as WebGL2RenderingContext | null;
    if (gl === null) throw noContext();
    this.#gl = gl;
    this.#canvas = canvas;
    const { signal } = this.#aside;
    canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        // or else it never comes back
        event.preventDefault();
        this.#held = undefined;
      },
      { signal },
    );
    canvas.addEventListener('webglcontextrestored', () => this.#shown && this.draw(this.#shown), { signal });
  }

  /** The size that is drawn for a canvas of this one: what the device cannot hold is drawn coarser. */
  fitting(width: number, height: number): [number, number] {
    const most = this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE) as number;
    const share = Math.min(1, most / Math.max(width, height, 1));
    return [Math.floor(width * share), Math.floor(height * share)];
  }

  /** Draws what `view` has worked out; false while the context is lost. */
  draw(view: WebView): boolean {
    const gl = this.#gl;
    this.#shown = view;
    if (gl.isContextLost()) return false;
    this.#held ??= hold(gl);
    const held = this.#held;
    const plan = readPlan(view.plan());
    const screen = this.#screen(plan.width, plan.height);
    held.programs.meet(plan.met);
    held.programs.want(programsOf(plan));
    for (const name of WRITTEN) held.stores.get(name)!.write(view.bytes(name, 0));
    this.#fill('frame', view.bytes('frame', 0));
    gl.disable(gl.CULL_FACE);
    gl.depthFunc(gl.GEQUAL);
    if (plan.shadows) this.#shadows(plan);
    this.#beads(plan, screen);
    this.#picture(plan, screen, view.background());
    this.#marks(plan, screen, view);
    this.#show();
    return true;
  }

  /** Gives its memory back. The canvas keeps its context, for whoever draws into it next. */
  destroy(): void {
    this.#aside.abort();
    const held = this.#held;
    this.#held = this.#shown = undefined;
    if (held === undefined) return;
    const gl = this.#gl;
    for (const program of [held.show.program, ...held.programs.all]) gl.deleteProgram(program);
    for (const buffer of held.blocks.values()) gl.deleteBuffer(buffer);
    const { screen } = held;
    const textures = [...held.stores.values()].map((store) => store.texture);
    for (const texture of [...textures, held.map, ...(screen?.textures ?? [])]) gl.deleteTexture(texture);
    for (const frame of [held.shadows, ...(screen ? framesOf(screen) : [])]) gl.deleteFramebuffer(frame);
  }

  #screen(width: number, height: number): Screen {
    const held = this.#held!;
    if (held.screen?.width === width && held.screen.height === height) return held.screen;
    const gl = this.#gl;
    if (held.screen) {
      for (const texture of held.screen.textures) gl.deleteTexture(texture);
      for (const frame of framesOf(held.screen)) gl.deleteFramebuffer(frame);
    }
    const made = (format: number, unit: number) => {
      const texture = nearest(gl, unit);
      gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
      return texture;
    };
    const seen = made(gl.R32UI, unitOf('seen'));
    const depth = made(gl.DEPTH_COMPONENT32F, unitOf('depth'));
    const picture = made(gl.SRGB8_ALPHA8, PICTURE_UNIT);
    held.screen = {
      width,
      height,
      textures: [seen, depth, picture],
      seen: target(gl, seen, depth),
      picture: target(gl, picture, depth),
      over: target(gl, picture),
    };
    return held.screen;
  }

  #fill(name: (typeof BLOCKS)[number], bytes: Uint8Array): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.#held!.blocks.get(name)!);
    gl.bufferData(gl.UNIFORM_BUFFER, bytes, gl.DYNAMIC_DRAW);
  }

  /** Shaders take quads from one list of triangles: shaders/render/quad.wgsl. */
  #quads(name: ProgramName, count: number): void {
    if (count === 0) return;
    this.#held!.programs.use(name);
    this.#gl.drawArrays(this.#gl.TRIANGLES, 0, QUAD * count);
  }

  /** `count` instances of a strip, from the `first` on, each from the corner `from` on. */
  #strips(name: ProgramName, count: number, corners: number, first = 0, from = 0): void {
    if (count === 0) return;
    const gl = this.#gl;
    const { firstInstance } = this.#held!.programs.use(name);
    gl.uniform1ui(firstInstance, first);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, from, corners, count);
  }

  #into(frame: WebGLFramebuffer | null, width: number, height: number): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, width, height);
  }

  #shadows({ shaped, casters }: Plan): void {
    const gl = this.#gl;
    this.#into(this.#held!.shadows, MAP_SIZE, MAP_SIZE);
    gl.clearBufferfv(gl.COLOR, 0, [1, 1, 1, 1]);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    // each takes its share of what got past the others
    gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_COLOR);
    this.#quads(shaped ? 'shadows_shaped' : 'shadows', casters);
  }

  #beads({ shaped, kinds, beads }: Plan, { seen, width, height }: Screen): void {
    const gl = this.#gl;
    this.#into(seen, width, height);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [0]);
    for (const name of shaped ? kinds : (['beads'] as const)) this.#quads(name, beads);
  }

  #picture(plan: Plan, { picture, width, height }: Screen, [r = 0, g = 0, b = 0]: Float32Array): void {
    const gl = this.#gl;
    this.#into(picture, width, height);
    gl.clearBufferfv(gl.COLOR, 0, [r, g, b, 1]);
    gl.disable(gl.DEPTH_TEST);
    gl.depthMask(false);
    if (plan.planes > 0) this.#quads('planes', plan.planes);
    else if (plan.ground) this.#quads('ground', 1);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const [pearls, details] = resolves(plan);
    this.#quads(pearls, plan.pearls);
    this.#quads(details, plan.details);
    if (plan.hairline) this.#quads('hairline', 1);
    gl.enable(gl.DEPTH_TEST);
    this.#quads('cords', plan.cords);
    gl.disable(gl.DEPTH_TEST);
  }

  /** Over all else, where it is asked for. */
  #marks({ marks }: Plan, { over, width, height }: Screen, view: WebView): void {
    if (!marks.some(({ straight, winding, pairs }) => straight + winding + pairs > 0)) return;
    this.#into(over, width, height);
    marks.forEach(({ straight, winding, pairs, slots, strips }, k) => {
      if (straight + winding + pairs === 0) return;
      const write = (names: readonly TextureName[]) => {
        for (const name of names) this.#held!.stores.get(name)!.write(view.bytes(name, k));
      };
      this.#fill('drawn', view.bytes('drawn', k));
      write(['poses']);
      if (straight + winding > 0) {
        write(OF_JOINTS);
        // straight ones over those that wind
        this.#strips('joints', winding, CORNERS[1], straight);
        this.#strips('joints', straight, CORNERS[0]);
      }
      if (pairs === 0) return;
      write(OF_CONTACTS);
      const [discs, arrows] = [DISC_CORNERS * slots, ARROW_CORNERS * slots];
      const parts = [
        [0, discs],
        [discs, arrows],
        [discs + arrows, arrows],
      ] as const;
      for (const [from, corners] of parts.slice(0, strips)) this.#strips('contacts', pairs, corners, 0, from);
    });
  }

  #show(): void {
    const gl = this.#gl;
    const { width, height } = this.#canvas;
    this.#into(null, width, height);
    gl.disable(gl.BLEND);
    const { program, size } = this.#held!.show;
    gl.useProgram(program);
    gl.uniform2f(size, width, height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

const framesOf = ({ seen, picture, over }: Screen) => [seen, picture, over];

function noContext(): BeadworkError {
  const fresh =
    typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(1, 1);
  const probe = fresh.getContext('webgl2') as WebGL2RenderingContext | null;
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return probe
    ? new BeadworkError(
        'parameter',
        'This canvas already has a context of another kind; use a fresh one.',
        'canvas',
      )
    : new BeadworkError(
        'no-webgl',
        'This browser has neither WebGPU nor WebGL 2 here, so there is no picture.',
      );
}

function resolves({ shaped }: Plan): [ProgramName, ProgramName] {
  return shaped ? ['pearls_shaped', 'details_shaped'] : ['pearls', 'details'];
}

function programsOf(plan: Plan): ProgramName[] {
  const [pearls, details] = resolves(plan);
  const wanted: [ProgramName, boolean][] = [
    [plan.shaped ? 'shadows_shaped' : 'shadows', plan.shadows],
    ['beads', !plan.shaped],
    ...plan.kinds.map((kind): [ProgramName, boolean] => [kind, plan.shaped]),
    ['planes', plan.planes > 0],
    ['ground', plan.ground],
    [pearls, plan.pearls > 0],
    [details, plan.details > 0],
    ['hairline', plan.hairline],
    ['cords', plan.cords > 0],
  ];
  return wanted.filter(([, there]) => there).map(([name]) => name);
}

function target(gl: WebGL2RenderingContext, colour: WebGLTexture, depth?: WebGLTexture): WebGLFramebuffer {
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, colour, 0);
  if (depth) gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
  return frame;
}

function hold(gl: WebGL2RenderingContext): Held {
  const programs = new Programs(gl, { blocks: BLOCKS, textures: TEXTURES });
  const show = link(gl, SHOW.vertex, SHOW.fragment);
  check(gl, show, 'show');
  gl.useProgram(show);
  gl.uniform1i(gl.getUniformLocation(show, 'picture'), PICTURE_UNIT);
  const blocks = new Map(BLOCKS.map((name) => [name, gl.createBuffer()] as const));
  for (const [place, name] of BLOCKS.entries())
    gl.bindBufferBase(gl.UNIFORM_BUFFER, place, blocks.get(name)!);
  const stores = new Map<TextureName, Store>();
  for (const name of [...STORES, 'poses', ...OF_JOINTS, ...OF_CONTACTS] as const)
    stores.set(name, new Store(gl, unitOf(name)));
  // soft shadows add up of small shares, for which eight bits are few
  const fine = gl.getExtension('EXT_color_buffer_float') ?? gl.getExtension('EXT_color_buffer_half_float');
  const map = nearest(gl, unitOf('shadows'));
  gl.texStorage2D(gl.TEXTURE_2D, 1, fine ? gl.RG16F : gl.RG8, MAP_SIZE, MAP_SIZE);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
  const size = gl.getUniformLocation(show, 'size');
  return {
    programs,
    show: { program: show, size },
    blocks,
    stores,
    map,
    shadows: target(gl, map),
    screen: undefined,
  };
}
