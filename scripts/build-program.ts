/** Puts the command line into dist/program. Runs after tsc, whose output stays for the library. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

import { bundleProgram } from "./bundle-program.ts";

const ROOT = join(import.meta.dirname, "..");
const PROGRAM = join(ROOT, "dist", "program");

const { files, modules } = await bundleProgram({ folder: "..", extension: ".js" }, true);
rmSync(PROGRAM, { recursive: true, force: true });
mkdirSync(PROGRAM, { recursive: true });
for (const { name, code } of files) writeFileSync(join(PROGRAM, name), code);
writeFileSync(join(PROGRAM, "LICENSES.txt"), collectLicenses(modules));
// what the bundle holds is not shipped twice
rmSync(join(ROOT, "dist", "cli"), { recursive: true, force: true });

/** The licences of the packages whose code is in the bundle, as they ask for. */
function collectLicenses(paths: readonly string[]): string {
  const folders = new Set(
    paths.flatMap(
      (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll(sep, "/")) ?? [],
    ),
  );
  return [...folders].sort().map(readPackageLicense).join("\n");
}

function readPackageLicense(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text =
    file !== undefined && existsSync(join(folder, file))
      ? readFileSync(join(folder, file), "utf8").trim()
      : "";
  return `${manifest.name} ${manifest.version} (${manifest.license ?? "see its text"})\n\n${text}\n`;
}
