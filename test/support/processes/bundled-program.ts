/**
 * The command line as the package brings it, bundled from the sources as they are now: it starts in half the time.
 * It lies beside what other runs of the tests may still use, in a folder that is named for its contents.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";

import { bundleProgram } from "../../../scripts/bundle-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The command line that tests start, where it is not that of the sources. */
    readonly program?: string;
  }
}

const ROOT = join(import.meta.dirname, "..", "..", "..");
const PROGRAMS = join(ROOT, "node_modules", ".cache", "dissent", "programs");

/** Gives back the launcher, with the bundle where it lies in a package. */
export async function buildBundledProgram(): Promise<string> {
  const inside = join("dist", "program");
  const home = relative(join(PROGRAMS, "any", inside), join(ROOT, "src"))
    .split(sep)
    .join("/");
  const { files } = await bundleProgram({ folder: home, extension: ".ts" }, false);
  const digest = createHash("sha256");
  digest.update(readFileSync(join(ROOT, "bin", "dissent.js")));
  for (const { name, code } of files) digest.update(`${name}\0${code}\0`);
  const folder = join(PROGRAMS, digest.digest("hex").slice(0, 16));
  const launcher = join(folder, "bin", "dissent.js");
  if (existsSync(launcher)) return launcher;
  // readable to the other users of the machine that tests are run as
  const made = join(PROGRAMS, `made-${process.pid}`);
  for (const name of ["bin", "package.json"]) {
    cpSync(join(ROOT, name), join(made, name), { recursive: true });
  }
  mkdirSync(join(made, inside), { recursive: true });
  for (const { name, code } of files) writeFileSync(join(made, inside, name), code);
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true });
    // another run was first
    if (!existsSync(launcher)) throw error;
  }
  return launcher;
}
