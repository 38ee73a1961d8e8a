// A picture of a page. What the page says on its console is printed.
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, SetupError } from './setup/run.mjs';

const usage = `npm run screenshot -- ADDRESS OUT.png [--width 1280] [--height 800] [--scale 1] [--wait 3000] [--full]
ADDRESS is a path on a server started here, or a whole URL; --wait is in milliseconds; --full takes the page to its end.`;

main(async () => {
  const asked = commandLine('screenshot', usage, {
    width: 1280,
    height: 800,
    scale: 1,
    wait: 3000,
    full: false,
  });
  const [address, out] = asked.words;
  if (!address || !out)
    throw new SetupError(`Please give a path or URL and the PNG to write, such as / page.png.\n\n${usage}`);
  const { width, height, wait, full } = asked;
  const viewport = { width, height };
  const options = {
    quick: true,
    served: !/^https?:/.test(address),
    args: [`--force-device-scale-factor=${asked.scale}`],
  };
  await inChromium(options, async (chrome, served) => {
    const page = await chrome.newPage({ viewport });
    page.on('console', (message) => console.log(`[${message.type()}] ${message.text()}`));
    page.on('pageerror', (error) => console.log(`[page error] ${error}`));
    await page.goto(served ? new URL(address, served).href : address);
    await page.waitForTimeout(wait);
    await page.screenshot({ path: out, fullPage: full });
  });
});
