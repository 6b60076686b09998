/** Heavy packages that only some tests need: from npm at pinned versions, once, into the person's cache. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/** Where the package is installed; installs it when it is not there. */
export async function cachedPackage(what: string, name: string): Promise<string> {
  const place = join(cacheDir(), "dissent-test", name);
  if (!existsSync(place)) await install(what, place);
  return place;
}

function cacheDir(): string {
  const named = process.env["XDG_CACHE_HOME"] ?? "";
  return isAbsolute(named) ? named : join(homedir(), ".cache");
}

/** Whole or not at all: another run may install the same at the same time. */
async function install(what: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const draft = await mkdtemp(`${place}.`);
  try {
    const flags =
      "--no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error";
    const npm = spawn("npm", ["install", ...flags.split(" "), "--prefix", draft, what], {
      cwd: draft,
      env: withoutNpm(),
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(npm, "exit")) as [number | null];
    if (code !== 0) throw new Error(`npm could not install ${what}.`);
    await rename(draft, place).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A run of npm that started the tests has said where it installs; this one says so itself. */
function withoutNpm(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_)?prefix|package|lifecycle)/i.test(name),
    ),
  );
}
