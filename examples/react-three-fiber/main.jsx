// Bodies that React puts there and takes away: a component each, whose effect adds its body and removes it.
import { Canvas, useFrame } from '@react-three/fiber';
import { Simulation } from 'beadwork';
import { attach } from 'beadwork/three';
import { Suspense, use, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const ground = { position: [0, 0, 0], shape: { type: 'plane' } };
const starting = Simulation.create({ machine: 'cpu', scene: { version: 2, contacts: true, bodies: [ground] } }).then((made) => attach(made));

/** Steps the simulation with the pictures. */
function Steps() {
  const physics = use(starting);
  useFrame(() => physics.update(performance.now()));
}

/** A mesh whose geometry is also its body's shape. */
function Body({ data = {}, color, children, ...mesh }) {
  const physics = use(starting);
  const it = useRef();
  useLayoutEffect(() => {
    const [body] = physics.addScene(it.current);
    return () => physics.simulation.removeBodies([body]);
  }, [physics]);
  return (
    <mesh ref={it} castShadow receiveShadow userData={{ physics: data }} {...mesh}>
      {children}
      <meshStandardMaterial color={color} roughness={0.6} />
    </mesh>
  );
}

const COLOURS = ['#e3b23c', '#d9822b', '#c8553d', '#8f4a5b', '#3f5f7d', '#3f7d78'];
const wall = Array.from({ length: 30 }, (_, i) => [0.62 * ((i % 5) - 2) + 0.24 * (Math.floor(i / 5) % 2), 0.25 + 0.5 * Math.floor(i / 5), 0]);

function App() {
  const [boxes, setBoxes] = useState(() => wall.map((at, key) => ({ at, key })));
  const [balls, setBalls] = useState(0);
  const remove = (gone) => setBoxes((all) => all.filter(({ key }) => key !== gone));
  return (
    <>
      <Canvas shadows camera={{ position: innerWidth < innerHeight ? [4, 5, 14] : [2.5, 3, 7.5], fov: 40 }} onCreated={({ camera }) => camera.lookAt(0, 1.2, 0)}>
        <color attach="background" args={['#efe7da']} />
        <fog attach="fog" args={['#efe7da', 20, 50]} />
        <hemisphereLight args={['#dfeaff', '#b98f63', 1.6]} />
        <directionalLight position={[-4, 8, 5]} intensity={3} color="#fff1dc" castShadow shadow-mapSize={[2048, 2048]} />
        <mesh rotation-x={-Math.PI / 2} receiveShadow onClick={() => setBalls(balls + 1)}>
          <planeGeometry args={[200, 200]} />
          <meshStandardMaterial color="#dccbb2" />
        </mesh>
        <Suspense>
          <Steps />
          {boxes.map(({ at, key }) => (
            <Body key={key} position={at} color={COLOURS[Math.floor(key / 5)]} data={{ density: 200 }}
              onClick={(event) => { event.stopPropagation(); remove(key); }}>
              <boxGeometry args={[0.58, 0.5, 0.4]} />
            </Body>
          ))}
          {Array.from({ length: balls }, (_, i) => (
            <Body key={i} position={[-1.2 + (i % 5) * 0.6, 1, 6]} color="#c8553d" data={{ linearVelocity: [0, 4, -14] }}>
              <sphereGeometry args={[0.3, 32, 24]} />
            </Body>
          ))}
        </Suspense>
      </Canvas>
      <p>Click the ground to throw a ball, a box to take it away. <output>{boxes.length} boxes, {balls} balls</output></p>
    </>
  );
}

createRoot(document.getElementById('app')).render(<App />);
