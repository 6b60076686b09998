/** What can be seen of a page only from inside of it. The scripts are texts: no test is compiled for a browser. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

export async function expectNothingSticksOut(page: Page): Promise<void> {
  const over = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(over, `pixels by which ${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}

/** Whoever cannot see a picture finds what it says in the same card, or where that leads. */
export async function expectTablesBesidePictures(page: Page): Promise<void> {
  const alone = await page.evaluate<string[]>(`
    [...document.querySelectorAll("main svg")]
      .filter((picture) => picture.getBoundingClientRect().width > 160)
      .filter((picture) => picture.closest("[aria-hidden=true]") === null)
      .filter((picture) => {
        const isNamed = picture.querySelector("title, desc") || picture.hasAttribute("aria-label");
        return !isNamed || !picture.closest("section.card")?.querySelector("table, a[href^='#/challenges']");
      })
      .map((picture) => picture.outerHTML.slice(0, 200))`);
  expect(alone).toEqual([]);
}

/** What has the focus, and whether that can be seen; null at the end of the page. */
export function focusedStop(page: Page): Promise<{ name: string; seen: boolean } | null> {
  return page.evaluate(`(() => {
    const one = document.activeElement;
    if (one === null || one === document.body) return null;
    const looks = () => [one, one.closest("label"), ...one.querySelectorAll("rect")]
      .filter((part) => part !== null)
      .map((part) => getComputedStyle(part))
      .map((style) => [style.outline, style.boxShadow, style.stroke, style.strokeWidth, style.borderColor].join())
      .join("; ");
    const focused = looks();
    one.blur();
    const seen = looks() !== focused;
    one.focus({ preventScroll: true });
    const name = one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 60);
    return { name: one.tagName.toUpperCase() + " " + name, seen };
  })()`);
}

/** Nothing on the page was made from words that someone else has written. */
export async function expectInert(page: Page): Promise<void> {
  const found = await page.evaluate<string[]>(`(() => {
    const made = document.querySelectorAll(
      "#page :is(script, img, iframe, object, embed, link, style, base, meta, video, audio, portal, frame, form[action])",
    );
    const links = [...document.querySelectorAll("#page a")].filter(
      (link) => !/^(#|\\/|[\\w%-]+\\.html)/.test(link.getAttribute("href") ?? ""),
    );
    const armed = [...document.querySelectorAll("#page *")].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith("on") || name === "srcdoc" || name === "http-equiv"),
    );
    const polluted = "pwned" in globalThis || "polluted" in {};
    return [...made, ...links, ...armed].map((one) => one.outerHTML.slice(0, 200)).concat(polluted ? ["pwned"] : []);
  })()`);
  expect(found).toEqual([]);
  expect(await unseenIn(page), page.url()).toEqual([]);
}

/** Texts with signs that cannot be seen, and where they stand. */
async function unseenIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const unseen = /${UNSEEN}/;
    const walker = document.createTreeWalker(document.querySelector("#page"), NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode()) {
      if (!unseen.test(walker.currentNode.data)) continue;
      const places = [];
      for (let one = walker.currentNode.parentElement; one && one.id !== "page"; one = one.parentElement) {
        places.unshift(one.tagName.toLowerCase() + [...one.classList].map((name) => "." + name).join(""));
      }
      found.add(places.slice(-5).join(" > "));
    }
    return [...found];
  })()`);
}

// what moves a cursor or turns text around, but tab and newline
const UNSEEN = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]`;

/** All that is folded, and all that is there only where it is looked at. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    dispatchEvent(new Event("beforeprint"));
    await frame();
    for (const fold of document.querySelectorAll("main details")) fold.open = true;
    await frame();
    await frame();
  })()`);
}
