import { expect, type Page } from "playwright/test";

/** Nothing but what scrolls by itself reaches beyond the screen, and the page does not scroll sideways. */
export async function expectInsideScreen(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("main *")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      for (
        let outer = element.parentElement;
        outer !== null && outer.tagName !== "MAIN";
        outer = outer.parentElement
      )
        if (["auto", "scroll"].includes(getComputedStyle(outer).overflowX)) return false;
      return width > 1 && (right > clientWidth + 1 || left < -1);
    });
    return {
      sideways: scrollWidth - clientWidth,
      wide: wide.map((element) => element.outerHTML.slice(0, 120)),
    };
  });
  expect(outside).toEqual({ sideways: 0, wide: [] });
}
