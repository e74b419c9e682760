import axe from "axe-core";
import type { Page } from "playwright-core";

/** A window in which somebody looks at a page. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
}

/** What axe finds on a page as it is now, a line for each rule. A page that has a policy must be opened with `bypassCSP`. */
export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    "axe.run({ preload: false, resultTypes: ['violations'] })",
  )) as axe.AxeResults;
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}

/** What keeps people from using a page as it is now on any of these screens: what axe finds, and what can only be seen by scrolling sideways. */
export async function obstaclesOn(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, ...size } of screens) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
    const all = [...(wide > size.width ? [`${wide} wide`] : []), ...(await violationsIn(page))];
    found.push(...all.map((one) => `${size.width} ${colorScheme}: ${one}`));
  }
  return found;
}
