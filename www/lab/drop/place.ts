// Where a click has something fall, and how large it is there. Loaded with the first thing that is dropped.
import type { BodyDescription, Camera, NumberedScene, RayHit, Vector } from '../../beadwork';
import type { Point } from '../../player/sight';
import { facing, onPlane, rayAt } from '../make/looking';
import { massOf, type Ray, WATER } from '../make/solid';
import type { Runner } from '../runner';
import type { Stage } from '../stage';
import { dot, minus, plus, scaled } from '../vectors';
import { type Drop, rounded, type Thing } from './things';

/** What is dropped is at least and at most so large, as a share of what the picture shows from its bottom to its top. */
const LEAST = 0.02;
const MOST = 0.08;
const PERSON = 1.75;
const PERSON_LEAST = 0.12;
const PERSON_MOST = 0.4;
/** Of a chain's beads, in radii of a ball. */
const BEAD = 0.6;
/** It falls so many of its own half heights. */
const FALL = 2;
/** Farther away than so many times what the camera looks at, a ground is the horizon. */
const HORIZON = 1.5;

interface Met {
  copy: number;
  hit: RayHit;
}

const isPlane = ({ shape }: BodyDescription): boolean => shape?.type === 'plane';

const median = (values: number[]): number | undefined =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** Half the edge of a cube that is as large as most bodies, m, and their density, kg/m³. */
function typical({ bodies }: NumberedScene): { half: number; density: number } | null {
  const solid = (bodies as BodyDescription[]).filter((body) => !isPlane(body));
  const free = solid.filter(({ fixed }) => !fixed);
  const counted = free.length > 0 ? free : solid;
  if (counted.length === 0) return null;
  const water = counted.map((body) => massOf(body)!);
  return {
    half: 0.5 * Math.cbrt(median([...water])! / WATER),
    density: median(counted.map(({ mass }, k) => (WATER * (mass ?? water[k]!)) / water[k]!))!,
  };
}

/** How large a thing is among others like these, where the picture is so high, m. */
function sizeOf(thing: Thing, half: number, high: number): number {
  if (thing === 'ragdoll') return Math.min(Math.max(PERSON, PERSON_LEAST * high), PERSON_MOST * high);
  const box = Math.min(Math.max(half, LEAST * high), MOST * high);
  // a ball as large as the box
  const radius = box * Math.cbrt(6 / Math.PI);
  return { box, ball: radius, chain: BEAD * radius }[thing];
}

/** From its middle to its lowest point, m, and to its side: what is turned somehow has room to be. */
const halfHeight = (thing: Thing, size: number): number => (thing === 'ragdoll' ? 0.55 : 1) * size;

/** What a thing is to be that falls from above what is seen there, CSS pixels; `scene`: what there is. */
export async function aimed(stage: Stage, scene: NumberedScene, thing: Thing, seen: Point): Promise<Drop> {
  const { camera, high } = looking(stage);
  const ray = rayAt(camera, seen, stage.size);
  const met = await first(stage, ray, HORIZON * camera.distance);
  const { half, density } = usual(scene, high);
  const size = rounded(sizeOf(thing, half, high));
  const at = met
    ? above(met.hit, upOf(stage.first!), halfHeight(thing, size))
    : await beside(stage, scene, ray, seen);
  return { thing, at: at.map(rounded) as Vector, size, density: rounded(density) };
}

/** What a thing is to be that falls onto the highest body, so many times as large and as dense as one that is aimed. */
export async function onTop(
  stage: Stage,
  scene: NumberedScene,
  thing: Thing,
  { larger = 1, denser = 1 },
): Promise<Drop> {
  const { simulation } = stage.first!;
  const up = upOf(stage.first!);
  const middles = await middlesOf(stage, scene);
  const height = (place: Vector): number => dot(place, up);
  const highest = middles.reduce((best, place) => (height(place) > height(best) ? place : best), middles[0]!);
  const { high } = looking(stage);
  const hit = await simulation.castRay({
    origin: plus(highest, scaled(up, high)),
    direction: scaled(up, -1),
  });
  const { half, density } = usual(scene, high);
  const size = rounded(larger * sizeOf(thing, half, high));
  const at = plus(hit?.point ?? highest, scaled(up, (1 + FALL) * halfHeight(thing, size)));
  return { thing, at: at.map(rounded) as Vector, size, density: rounded(denser * density) };
}

/** The camera, and how high the picture is where it looks, m. */
function looking(stage: Stage): { camera: Camera; high: number } {
  const { camera } = stage.view!;
  return { camera, high: 2 * camera.distance * Math.tan(0.5 * camera.fieldOfView) };
}

const usual = (scene: NumberedScene, high: number) => typical(scene) ?? { half: 0.04 * high, density: 1000 };

/** Against gravity. */
function upOf({ simulation }: Runner): Vector {
  const { gravity } = simulation.parameters;
  const long = Math.hypot(...gravity);
  return long > 0 ? scaled(gravity, -1 / long) : [0, 1, 0];
}

/** The first body on the way, of any copy. */
async function first({ runners, layout }: Stage, { from, along }: Ray, far: number): Promise<Met | null> {
  const hits = await Promise.all(
    runners.map(({ simulation }, copy) =>
      simulation.castRay({
        origin: minus(from, layout?.offsets[copy] ?? [0, 0, 0]),
        direction: along,
        maxDistance: far,
      }),
    ),
  );
  const all = hits.flatMap((hit, copy) => (hit ? [{ copy, hit }] : []));
  return all.sort((one, other) => one.hit.distance - other.hit.distance)[0] ?? null;
}

/** Over what was hit, and beside it where that is a wall. */
function above({ point, normal }: RayHit, up: Vector, half: number): Vector {
  const upwards = dot(normal, up);
  const aside = minus(normal, scaled(up, upwards));
  return plus(plus(point, scaled(aside, half)), scaled(up, (1 + FALL) * half));
}

/** Where nothing is hit: as far away as the middle of the copy that is nearest in the picture. */
async function beside(stage: Stage, scene: NumberedScene, ray: Ray, { x, y }: Point): Promise<Vector> {
  const middles = await middlesOf(stage, scene);
  const middle = [0, 1, 2].map((axis) => median(middles.map((place) => place[axis]!)) ?? 0) as Vector;
  const away = (copy: number) => {
    const seen = stage.seen(copy, middle);
    return Math.hypot(seen.x - x, seen.y - y);
  };
  const copy = stage.runners.map((_, k) => k).reduce((best, k) => (away(k) < away(best) ? k : best), 0);
  const offset = stage.layout?.offsets[copy] ?? [0, 0, 0];
  return minus(onPlane(ray, plus(middle, offset), facing(stage.view!.camera)), offset);
}

/** Where bodies of the first copy are, but for planes. */
async function middlesOf(stage: Stage, { bodies }: NumberedScene): Promise<Vector[]> {
  const { simulation } = stage.first!;
  const poses = await simulation.readPoses();
  return simulation
    .bodies()
    .filter((body) => bodies[body] && !isPlane(bodies[body]))
    .map((body) => [...poses.subarray(7 * body, 7 * body + 3)] as Vector);
}
