// What axe finds wrong in a page: whoever reads by ear, by keyboard, or sees little contrast, would stumble there.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Look {
  /** Selectors of the parts that are looked at; the whole page where none is said. */
  within?: string[];
  /** Only what another theme changes. */
  colours?: boolean;
  /** Only what keeps somebody out. */
  serious?: boolean;
}

/** A line for each; of what is wrong alone, and in the page itself: a description of all that is right takes as long again. */
export async function faultsIn(
  page: Page,
  { within = [], colours = false, serious = false }: Look = {},
): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of within) builder.include(part);
  if (colours) builder.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => !serious || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
