import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { createPageBundleSource, findPageName } from "./page-bundle.ts";

function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), "dissent-bundle-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Writes what it is told to, where it is told to, as vite does. */
const MAKER = `
const { writeFileSync } = require("node:fs");
const to = process.argv[process.argv.indexOf("--outDir") + 1];
writeFileSync(to + "/judges.js", "made");
writeFileSync(to + "/judges.css", "made too");
`;

test("what was built is taken as it is", async () => {
  const root = folder({ "dist/web/judges.js": "script", "dist/web/judges.css": "style" });

  expect(await createPageBundleSource(root)("judges")).toEqual({
    script: "script",
    style: "style",
  });
});

test("a clone builds it once, beside what else is there", async () => {
  const maker = "node_modules/vite/bin/vite.js";
  const root = folder({ [maker]: MAKER, "web/main.tsx": "", "dist/web/payload.js": "" });

  expect(await createPageBundleSource(root)("judges")).toEqual({
    script: "made",
    style: "made too",
  });
  rmSync(join(root, "node_modules"), { recursive: true });
  expect(await createPageBundleSource(root)("judges")).toEqual({
    script: "made",
    style: "made too",
  });
});

test("without a build and without vite it says so in a line", async () => {
  const broken = { "node_modules/vite/bin/vite.js": "process.exit(1);", "web/main.tsx": "" };
  for (const root of [folder(), folder(broken)]) {
    await expect(createPageBundleSource(root)("judges")).rejects.toMatchObject({
      code: "file-unreadable",
      message: "The page has not been built.",
    });
  }
});

test("a clone builds it again once something it is made of has changed", async () => {
  const maker = "node_modules/vite/bin/vite.js";
  const root = folder({
    [maker]: MAKER,
    "dist/web/judges.js": "old",
    "dist/web/judges.css": "old",
  });
  const later = new Date(statSync(join(root, "dist/web/judges.js")).mtimeMs + 60_000);
  mkdirSync(join(root, "web"));
  writeFileSync(join(root, "web", "main.tsx"), "");
  utimesSync(join(root, "web", "main.tsx"), later, later);

  expect(await createPageBundleSource(root)("judges")).toEqual({
    script: "made",
    style: "made too",
  });
});

test("a debate gets the page of its rules, and rules of one's own a page that knows none", () => {
  expect(["judges", "merge", "pre-mortem", "home", "__proto__"].map(findPageName)).toEqual([
    "judges",
    "merge",
    "other",
    "other",
    "other",
  ]);
});
