/** The page's scripts and style sheets as built by vite: one for the list, one for each protocol. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { SetupError } from "../errors.ts";
import { PROTOCOL_NAMES } from "../protocols/names.ts";

export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** A page: the list of debates, or a debate by the rules of a protocol; `other` knows no rules. */
export const PAGE_NAMES = ["home", ...PROTOCOL_NAMES, "other"] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export type PageBundleSource = (page: PageName) => Promise<PageBundle>;

/** The page for a debate by this protocol. */
export function findPageName(protocol: string): PageName {
  return PAGE_NAMES.find((page) => page === protocol && page !== "home") ?? "other";
}

// the same from src/page and from dist/page
const ROOT = join(import.meta.dirname, "..", "..");

/** In a clone a page is made when it is first needed; an installed package brings all along. Each is read once. */
export function createPageBundleSource(root: string = ROOT): PageBundleSource {
  const known = new Map<PageName, Promise<PageBundle>>();
  return (page) => {
    const bundle = known.get(page) ?? loadPageBundle(page, root);
    known.set(page, bundle);
    return bundle;
  };
}

async function loadPageBundle(page: PageName, root: string): Promise<PageBundle> {
  const made = join(root, "dist", "web");
  const found = (await isPageBundleStale(root, join(made, `${page}.js`)))
    ? undefined
    : await readPageBundle(made, page);
  return found ?? (await buildPageBundle(root, made, page));
}

/** The page's files; an installed package does not have their sources. */
const PAGE_SOURCES = [
  "web",
  ...["timeline", "protocols", "domain", "text", "audit", "reports", "documents"].map(
    (room) => `src/${room}`,
  ),
];

/** In a clone: something was changed since the page was made. */
async function isPageBundleStale(root: string, script: string): Promise<boolean> {
  if (!existsSync(join(root, "web"))) return false;
  const since = (await stat(script).catch(() => undefined))?.mtimeMs ?? 0;
  for (const folder of PAGE_SOURCES) {
    const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const name of names) {
      if (!/\.(?:tsx?|css|html)$/.test(name) || name.endsWith(".test.ts")) continue;
      const found = await stat(join(root, folder, name)).catch(() => undefined);
      if (found !== undefined && found.mtimeMs > since) return true;
    }
  }
  return false;
}

function listBundleFiles(page: PageName): string[] {
  return [`${page}.js`, `${page}.css`];
}

async function readPageBundle(directory: string, page: PageName): Promise<PageBundle | undefined> {
  const [script, style] = await Promise.all(
    listBundleFiles(page).map((name) =>
      readFile(join(directory, name), "utf8").catch(() => undefined),
    ),
  );
  return script === undefined || style === undefined ? undefined : { script, style };
}

async function buildPageBundle(root: string, made: string, page: PageName): Promise<PageBundle> {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite) || !existsSync(join(root, "web"))) throw createMissingPageError();
  await mkdir(made, { recursive: true });
  // made apart and moved: another process may be looking for it, or making it too
  const draft = await mkdtemp(join(root, "dist", "web-"));
  try {
    await promisify(execFile)(
      process.execPath,
      [vite, "build", "--outDir", draft, "--logLevel", "error"],
      { cwd: root, env: { ...process.env, NODE_ENV: "production", DISSENT_PAGE: page } },
    );
    const bundle = await readPageBundle(draft, page);
    if (!bundle) throw createMissingPageError();
    for (const name of listBundleFiles(page)) await rename(join(draft, name), join(made, name));
    return bundle;
  } catch (cause) {
    throw cause instanceof SetupError ? cause : createMissingPageError(cause);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function createMissingPageError(cause?: unknown): SetupError {
  return new SetupError("file-unreadable", "The page has not been built.", {
    cause,
    hint: "Build it in the clone: npm run build",
  });
}
