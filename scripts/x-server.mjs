// An X server without a screen, for a browser that draws through one.
import { spawn } from 'node:child_process';

/** Starts Xvfb at a free number; gives the DISPLAY that reaches it and how to end it. */
export async function startXServer(xvfb) {
  // it writes its number to the third pipe as soon as it listens
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdio[3].on('data', (chunk) => resolve(`:${String(chunk).trim()}`));
    child.on('error', reject);
    child.on('close', () => reject(new Error(`Xvfb did not start: ${said.trim()}`)));
  });
  return { display, close: () => child.kill() };
}
