import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects no serious or critical axe violation on the page, and a name for each part that a screen
 * reader lists.
 */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-base-ui-focus-guard]')
    // Without a page of its own for each look. Frames of other origins are not ours to read.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
    [],
  );
  const unnamed = await page
    .locator('aside, nav, search')
    .evaluateAll((parts) =>
      parts
        .filter((part) => !part.ariaLabel)
        .map((part) => (part.cloneNode() as Element).outerHTML),
    );
  expect(unnamed).toEqual([]);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const [wide, visible] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(visible!);
}

/** Records the layout shifts of the pages that this tab opens from now on. */
export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The cumulative layout shift of the page, after `recordLayoutShifts`. */
export const layoutShiftOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
