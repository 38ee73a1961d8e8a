// React 19 sets attributes of custom elements by itself and takes their events as properties.
import 'beadwork/element';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Article() {
  const [passes, setPasses] = useState(20);
  const [gap, setGap] = useState(null);
  return (
    <>
      <h1>Beadwork in React</h1>
      <label>
        Passes
        <input type="range" min="1" max="200" value={passes} onChange={(event) => setPasses(event.target.value)} />
        <output>{passes}</output>
      </label>
      <bead-work scene="pendant" solver="jacobi" iterations={passes} autoplay onmeasure={({ detail }) => setGap(detail.maxGap)} />
      <p>Largest gap: <output id="gap">{gap === null ? '' : `${(1000 * gap).toPrecision(2)} mm`}</output></p>
    </>
  );
}

createRoot(document.getElementById('app')).render(<Article />);
