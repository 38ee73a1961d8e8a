// The drawing shaders in GLSL, compiled when a picture first needs them.
import { BeadworkError } from '../errors';
import texts from '../generated/webgl-shaders.json';

/** Which shader each program is made of, and its constants where they are not those of the text. */
const PROGRAMS = {
  shadows: ['draw_shadows', {}],
  shadows_shaped: ['draw_shadows', { SHAPES: 'true' }],
  beads: ['draw_beads', {}],
  spheres: ['draw_beads', { SHAPES: 'true', KIND: '0u' }],
  boxes: ['draw_beads', { SHAPES: 'true', KIND: '1u' }],
  capsules: ['draw_beads', { SHAPES: 'true', KIND: '2u' }],
  planes_seen: ['draw_beads', { SHAPES: 'true', KIND: '3u' }],
  cylinders: ['draw_beads', { SHAPES: 'true', KIND: '4u' }],
  hulls: ['draw_beads', { SHAPES: 'true', KIND: '5u' }],
  ground: ['draw_ground', {}],
  planes: ['draw_plane', {}],
  pearls: ['resolve', { FINEST: '1u' }],
  details: ['resolve', { FINEST: '2u' }],
  pearls_shaped: ['resolve', { SHAPES: 'true', FINEST: '1u' }],
  details_shaped: ['resolve', { SHAPES: 'true', FINEST: '2u' }],
  hairline: ['draw_hairline', {}],
  cords: ['draw_cords', {}],
  joints: ['draw_joints', {}],
  contacts: ['draw_contacts', {}],
} as const satisfies Record<string, readonly [string, Record<string, string>]>;

export type ProgramName = keyof typeof PROGRAMS;

interface Text {
  vertex: string;
  fragment: string;
  /** What a block or a sampler is called, and in the WGSL. */
  blocks: [string, string][];
  samplers: [string, string][];
}

/** Where each name of the WGSL is bound. */
export interface Places {
  blocks: readonly string[];
  textures: readonly string[];
}

export interface Program {
  program: WebGLProgram;
  firstInstance: WebGLUniformLocation | null;
}

export class Programs {
  #gl: WebGL2RenderingContext;
  #places: Places;
  /** Both by `#key`. */
  #linking = new Map<string, WebGLProgram>();
  #linked = new Map<string, Program>();
  /** Bit k: a picture had shapes of kind k. Programs leave out the others, which software would go through for every pixel. */
  #kinds = 1;

  constructor(gl: WebGL2RenderingContext, places: Places) {
    this.#gl = gl;
    this.#places = places;
  }

  get all(): WebGLProgram[] {
    return [...this.#linking.values(), ...[...this.#linked.values()].map(({ program }) => program)];
  }

  /** The next pictures may have these kinds too. */
  meet(kinds: number): void {
    this.#kinds |= kinds;
  }

  #key(name: ProgramName): string {
    return name.endsWith('_shaped') ? `${name} ${this.#kinds}` : name;
  }

  /** Begins to compile these: browsers do it side by side as long as nobody asks for one. */
  want(names: ProgramName[]): void {
    for (const name of names) {
      const key = this.#key(name);
      if (this.#linking.has(key) || this.#linked.has(key)) continue;
      const { vertex, fragment } = textOf(name, this.#kinds);
      this.#linking.set(key, link(this.#gl, vertex, fragment));
    }
  }

  use(name: ProgramName): Program {
    const gl = this.#gl;
    const key = this.#key(name);
    const known = this.#linked.get(key);
    if (known) {
      gl.useProgram(known.program);
      return known;
    }
    this.want([name]);
    const program = this.#linking.get(key)!;
    this.#linking.delete(key);
    check(gl, program, name);
    gl.useProgram(program);
    const { blocks, samplers } = textOf(name, this.#kinds);
    for (const [glsl, wgsl] of blocks) {
      const index = gl.getUniformBlockIndex(program, glsl);
      if (index !== gl.INVALID_INDEX)
        gl.uniformBlockBinding(program, index, this.#places.blocks.indexOf(wgsl));
    }
    for (const [glsl, wgsl] of samplers)
      gl.uniform1i(gl.getUniformLocation(program, glsl), this.#places.textures.indexOf(wgsl));
    const made = { program, firstInstance: gl.getUniformLocation(program, 'naga_vs_first_instance') };
    this.#linked.set(key, made);
    return made;
  }
}

function textOf(name: ProgramName, kinds: number): Text {
  const [shader, own] = PROGRAMS[name];
  const constants = { KINDS: `${kinds}u`, ...own };
  const { vertex, fragment, ...names } = (texts as unknown as (Text & { name: string })[]).find(
    (text) => text.name === shader,
  )!;
  const fixed = (text: string) =>
    Object.entries(constants).reduce(
      (changed, [constant, value]) => changed.replace(new RegExp(`( ${constant} = )[^;]*;`), `$1${value};`),
      text,
    );
  return { vertex: fixed(vertex), fragment: fixed(fragment), ...names };
}

export function link(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    // null once the context is lost
    if (shader === null) continue;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}

export function check(gl: WebGL2RenderingContext, program: WebGLProgram, name: string): void {
  if (gl.isContextLost() || gl.getProgramParameter(program, gl.LINK_STATUS)) return;
  const logs = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader));
  const message = [gl.getProgramInfoLog(program), ...logs].filter(Boolean).join(' ');
  throw new BeadworkError('internal', `This browser's WebGL refuses the shader '${name}': ${message}`);
}
