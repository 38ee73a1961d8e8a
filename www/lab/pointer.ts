// Turning, moving and coming closer by mouse, touch and keyboard. The page keeps its wheel unless the canvas has
// the focus.
import type { View } from '../view';

export function steer(canvas: HTMLCanvasElement, view: () => View | undefined, touched: () => void): void {
  const pointers = new Map<number, { x: number; y: number }>();
  const scale = () => canvas.width / Math.max(1, canvas.clientWidth);

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    touched();
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const target = view();
    if (!before || !target) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const other = others[0];
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (other) {
      const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
      target.zoom(
        spread(before) / Math.max(1, spread(now)),
        ((now.x + other.x) / 2) * scale(),
        ((now.y + other.y) / 2) * scale(),
      );
      target.pan((dx / 2) * scale(), (dy / 2) * scale());
    } else if (event.shiftKey || event.buttons === 2) {
      target.pan(dx * scale(), dy * scale());
    } else {
      target.orbit(-dx * 0.008, dy * 0.008);
    }
    pointers.set(event.pointerId, now);
  });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (document.activeElement !== canvas) return;
      event.preventDefault();
      view()?.zoom(Math.exp(event.deltaY * 0.001), event.offsetX * scale(), event.offsetY * scale());
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const target = view();
    if (!target) return;
    const [x, y] = [canvas.width / 2, canvas.height / 2];
    const acts: Record<string, () => void> = {
      ArrowLeft: () => target.orbit(0.1, 0),
      ArrowRight: () => target.orbit(-0.1, 0),
      ArrowUp: () => target.orbit(0, 0.1),
      ArrowDown: () => target.orbit(0, -0.1),
      '+': () => target.zoom(0.9, x, y),
      '=': () => target.zoom(0.9, x, y),
      '-': () => target.zoom(1.1, x, y),
      f: () => target.frame(),
    };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
    touched();
  });
}
