/** The scripts and style sheets of the page, as vite has made them: one for the list, one for each kind of debate. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { SetupError } from "../errors.ts";

export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** A page: the list of debates, or a debate by the rules of a protocol; `other` knows no rules. */
export const PAGES = [
  "home",
  "judges",
  "challenge",
  "board",
  "roundtable",
  "merge",
  "other",
] as const;
export type PageName = (typeof PAGES)[number];

export type BundleSource = (page: PageName) => Promise<Bundle>;

/** The page for a debate by this protocol. */
export function pageFor(protocol: string): PageName {
  return PAGES.find((page) => page === protocol && page !== "home") ?? "other";
}

// the same from src/page and from dist/page
const ROOT = join(import.meta.dirname, "..", "..");

/** In a clone a page is made when it is first needed; an installed package brings all along. Each is read once. */
export function pageBundles(root: string = ROOT): BundleSource {
  const known = new Map<PageName, Promise<Bundle>>();
  return (page) => {
    const bundle = known.get(page) ?? pageBundle(page, root);
    known.set(page, bundle);
    return bundle;
  };
}

async function pageBundle(page: PageName, root: string): Promise<Bundle> {
  const made = join(root, "dist", "web");
  const found = (await isStale(root, join(made, `${page}.js`)))
    ? undefined
    : await bundleIn(made, page);
  return found ?? (await built(root, made, page));
}

/** What the page is made of; an installed package has none of it. */
const SOURCES = [
  "web",
  ...["timeline", "protocols", "domain", "text", "audit", "reports", "documents"].map(
    (room) => `src/${room}`,
  ),
];

/** In a clone: something was changed since the page was made. */
async function isStale(root: string, script: string): Promise<boolean> {
  if (!existsSync(join(root, "web"))) return false;
  const since = (await stat(script).catch(() => undefined))?.mtimeMs ?? 0;
  for (const folder of SOURCES) {
    const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const name of names) {
      if (!/\.(?:tsx?|css|html)$/.test(name) || name.endsWith(".test.ts")) continue;
      const found = await stat(join(root, folder, name)).catch(() => undefined);
      if (found !== undefined && found.mtimeMs > since) return true;
    }
  }
  return false;
}

function filesOf(page: PageName): string[] {
  return [`${page}.js`, `${page}.css`];
}

async function bundleIn(directory: string, page: PageName): Promise<Bundle | undefined> {
  const [script, style] = await Promise.all(
    filesOf(page).map((name) => readFile(join(directory, name), "utf8").catch(() => undefined)),
  );
  return script === undefined || style === undefined ? undefined : { script, style };
}

async function built(root: string, made: string, page: PageName): Promise<Bundle> {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite) || !existsSync(join(root, "web"))) throw missing();
  await mkdir(made, { recursive: true });
  // made apart and moved: another process may be looking for it, or making it too
  const draft = await mkdtemp(join(root, "dist", "web-"));
  try {
    await promisify(execFile)(
      process.execPath,
      [vite, "build", "--outDir", draft, "--logLevel", "error"],
      { cwd: root, env: { ...process.env, NODE_ENV: "production", DISSENT_PAGE: page } },
    );
    const bundle = await bundleIn(draft, page);
    if (!bundle) throw missing();
    for (const name of filesOf(page)) await rename(join(draft, name), join(made, name));
    return bundle;
  } catch (cause) {
    throw cause instanceof SetupError ? cause : missing(cause);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function missing(cause?: unknown): SetupError {
  return new SetupError("file-unreadable", "The page has not been built.", {
    cause,
    hint: "Build it in the clone: npm run build",
  });
}
