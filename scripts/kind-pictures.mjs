// One picture of each kind of joint: a body that stands, and one that it holds, moved by what the joint leaves free.
import { writeFileSync } from 'node:fs';

/** Turns x into y: a joint's axis that stands upright. */
const UPRIGHT = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const STRAIGHT = [0, 0, 0, 1];
const about = ([x, y, z], angle) => {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
};
const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];
const turned = (q, v) => times(times(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]).slice(0, 3);

const [X, Y, Z] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** In a's axes, where the joint is, and in b's. */
const ANCHORS = [
  [0, -0.34, 0],
  [0, 0.4, 0],
];

/** By kind: its own fields, its frame, how b is turned, and by how much it is moved from where the anchors meet, m. */
const KINDS = {
  point: [{}, undefined, times(about(Z, 0.5), about(X, 0.4)), [0, 0, 0]],
  hinge: [{ limit: [-1, 1] }, STRAIGHT, about(X, -0.6), [0, 0, 0]],
  slider: [{ limit: [-0.45, 0.1] }, UPRIGHT, STRAIGHT, [0, -0.22, 0]],
  fixed: [{}, STRAIGHT, STRAIGHT, [0, 0, 0]],
  // a's y is the world's z, and b's z the world's x where nothing is bent
  universal: [{}, [0.5, 0.5, 0.5, 0.5], times(about(Z, -0.45), about(X, -0.5)), [0, 0, 0]],
  cone: [{ swing: 0.9, twist: [-0.6, 0.6] }, [0, 0, -Math.SQRT1_2, Math.SQRT1_2], about(Z, 0.55), [0, 0, 0]],
  distance: [{ min: 0, max: 0.6 }, undefined, about(Z, 0.3), [0.22, -0.2, 0]],
  'six-dof': [
    { axes: { y: 'fixed', z: 'fixed', ry: 'fixed', rz: 'fixed' } },
    UPRIGHT,
    about(Y, 0.7),
    [0, -0.2, 0],
  ],
};

function sceneOf(type) {
  const [fields, frame, rotation, moved] = KINDS[type];
  const arm = turned(rotation, ANCHORS[1]);
  const [anchorA, anchorB] = ANCHORS;
  return {
    version: 2,
    bodies: [
      {
        position: [0, 2, 0],
        shape: { type: 'box', halfExtents: [0.2, 0.14, 0.2] },
        fixed: true,
        colour: '#6b7280',
      },
      {
        position: [0, 1, 2].map((k) => [0, 2, 0][k] + anchorA[k] + moved[k] - arm[k]),
        rotation,
        shape: { type: 'box', halfExtents: [0.14, 0.22, 0.14] },
        colour: '#2f8f8b',
      },
    ],
    joints: [
      { type, a: 0, b: 1, anchorA, anchorB, ...(frame && { frameA: frame, frameB: frame }), ...fields },
    ],
  };
}

/** In the page. */
async function draw(scene) {
  const { Simulation, View } = window.beadwork;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [480, 420];
  const simulation = await Simulation.create({ scene, parameters: { gravity: [0, 0, 0] } });
  const view = await View.create(simulation, canvas, {
    theme: 'light',
    ground: null,
    show: { joints: true },
  });
  view.place({ target: [0.03, 1.6, 0], yaw: 0.55, pitch: 0.3, distance: 2.75, fieldOfView: 0.6 });
  // pipelines come late
  for (let picture = 0; picture < 20; picture++) {
    await view.screenshot();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const bytes = new Uint8Array(await (await view.screenshot()).arrayBuffer());
  return Array.from(bytes);
}

/** Writes docs/pictures/kind-*.png. */
export async function kindPictures(chrome, url, pathOf) {
  const page = await chrome.newPage();
  await page.goto(`${url}tests/e2e/pages/api.html`);
  await page.waitForFunction(() => Boolean(window.beadwork));
  for (const type of Object.keys(KINDS)) {
    const bytes = await page.evaluate(draw, sceneOf(type));
    writeFileSync(pathOf(type), Buffer.from(bytes));
  }
  await page.close();
}
