// Barriers that axe finds in a page, for readers by ear, by keyboard, or with weak eyes.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Look {
  /** Selectors of the parts that are looked at; the whole page where none is said. */
  within?: string[];
  /** Rules about colours only. */
  colours?: boolean;
  /** Serious and critical failures only. */
  serious?: boolean;
}

/** A line for each. Axe reports failures only, and in the page itself: reports of passes take as long again. */
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
