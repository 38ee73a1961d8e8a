// Three orders in which the joints of a net may be eliminated. Nothing is drawn here.
import { dissect } from './19-dissection';
import type { Net } from './19-net';

export const ORDERS = ['rows', 'least', 'dissection'] as const;
export type Order = (typeof ORDERS)[number];
export const NAMES: Record<Order, string> = {
  rows: 'Row by row',
  least: 'Least degree',
  dissection: 'Nested dissection',
};

/** As the joints are numbered: L is a band. */
const byRows = ({ ties }: Net): number[] => ties.map((_, joint) => joint);

/** Always one of those that are coupled to the fewest others now; of several the first. */
function leastDegree(near: readonly number[][]): number[] {
  const graph = near.map((others) => new Set(others));
  const left = new Set(near.keys());
  const order: number[] = [];
  while (left.size > 0) {
    let next = -1;
    for (const joint of left) if (next < 0 || graph[joint]!.size < graph[next]!.size) next = joint;
    left.delete(next);
    order.push(next);
    const others = [...graph[next]!];
    for (const one of others) {
      graph[one]!.delete(next);
      for (const other of others) if (other !== one) graph[one]!.add(other);
    }
  }
  return order;
}

export const orderOf = (order: Order, net: Net, near: readonly number[][]): number[] =>
  ({ rows: () => byRows(net), least: () => leastDegree(near), dissection: () => dissect(net) })[order]();
