// The page of the whole solver: its code runs here as it stands, and is copied as a file of its own.
import './page';
import code from './hanging-chain.js?raw';

void import('./hanging-chain.js');

const file = `<!doctype html>
<meta charset="utf-8" />
<title>A chain that hangs exactly</title>
<canvas></canvas>
<script type="module">
${code}</script>
`;

const words = document.querySelector('#copied')!;
document.querySelector('#copy')!.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(file);
    words.textContent = 'Copied. Paste it into a file named chain.html.';
  } catch {
    words.textContent = 'This browser does not let a page copy. Select the code below.';
  }
});
