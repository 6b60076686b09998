/**
 * Bundles the command line into dist/program, dependencies included: starting it then reads a few files instead of
 * hundreds. Runs after tsc, whose output stays for the library.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { type Plugin, rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src");
const PROGRAM = join(ROOT, "dist", "program");

/** Loaded from node_modules when a team needs them; they are optional, and native. */
const LEFT_OUT = ["pg", "@dbos-inc/dbos-sdk"];

/** A module that asks where it lies is told where tsc put it, so that it finds its neighbours there. */
const keepModuleAddresses: Plugin = {
  name: "keep-module-addresses",
  transform(code, id) {
    if (!id.startsWith(SOURCE + sep) || !code.includes("import.meta.")) return null;
    const place = relative(SOURCE, id).split(sep).join("/").replace(/\.ts$/, ".js");
    return code.replace(/import\.meta\.(url|dirname)/g, (_found, what: string) =>
      what === "url"
        ? `new URL(${JSON.stringify(`../${place}`)}, import.meta.url).href`
        : `(import.meta.dirname + ${JSON.stringify(`/../${dirname(place)}`)})`,
    );
  },
};

const bundle = await rolldown({
  input: { main: join(SOURCE, "cli", "main.ts") },
  platform: "node",
  external: [/^node:/, ...LEFT_OUT],
  plugins: [keepModuleAddresses],
});
rmSync(PROGRAM, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: PROGRAM,
  format: "esm",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  chunkFileNames: "[name]-[hash].js",
  hashCharacters: "hex",
});
await bundle.close();
const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
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
