import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { PAGE_NAMES, createPageBundleSource } from "../../src/page/page-bundle.ts";

const loadBundle = createPageBundleSource();

describe.each(PAGE_NAMES)("the page for %s", (page) => {
  test("is small enough to be sent with every report", async () => {
    const { script, style } = await loadBundle(page);

    expect(gzipSync(script).length + gzipSync(style).length).toBeLessThan(130_000);
  }, 120_000);

  test("is whole: it names no other file and no other place", async () => {
    const { script, style } = await loadBundle(page);
    const places = `${script}${style}`.match(/\bhttps?:\/\/[\w.-]+/g) ?? [];

    // names of the languages that elements are written in
    expect(places.filter((place) => place !== "http://www.w3.org")).toEqual([]);
    expect(script).not.toMatch(/^import\b|\bimport\(|\beval\(|new Function\b/m);
    expect(style).not.toMatch(/@import|url\((?!["']?data:)/);
  }, 120_000);
});
