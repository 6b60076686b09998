/** The command line in a few files, dependencies included: starting it reads those instead of hundreds. */
import { dirname, join, relative, sep } from "node:path";

import { type Plugin, rolldown } from "rolldown";

const SOURCE = join(import.meta.dirname, "..", "src");

/** Loaded from node_modules when a team needs them; they are optional, and native. */
const LEFT_OUT = ["pg", "@dbos-inc/dbos-sdk"];

/** Where a module of ours finds its neighbours: a folder, seen from the bundle, and how file names end there. */
export interface ModulePlace {
  readonly folder: string;
  readonly extension: ".js" | ".ts";
}

export interface ProgramBundle {
  readonly files: readonly { readonly name: string; readonly code: string }[];
  /** Every file whose code is in the bundle. */
  readonly modules: readonly string[];
}

export async function bundleProgram(
  place: ModulePlace,
  isMinified: boolean,
): Promise<ProgramBundle> {
  const bundle = await rolldown({
    input: { main: join(SOURCE, "cli", "main.ts") },
    platform: "node",
    external: [/^node:/, ...LEFT_OUT],
    plugins: [keepModuleAddresses(place), deferChildProcess()],
  });
  const { output } = await bundle.generate({
    format: "esm",
    ...(isMinified && {
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    }),
    chunkFileNames: "[name]-[hash].js",
    hashCharacters: "hex",
  });
  await bundle.close();
  const chunks = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  return {
    files: chunks.map(({ fileName: name, code }) => ({ name, code })),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
}

/** A module that asks where it lies is told a place where it finds its neighbours. */
function keepModuleAddresses({ folder, extension }: ModulePlace): Plugin {
  return {
    name: "keep-module-addresses",
    transform(code, id) {
      if (!id.startsWith(SOURCE + sep) || !code.includes("import.meta.")) return null;
      const name = relative(SOURCE, id).split(sep).join("/").replace(/\.ts$/, extension);
      return code.replace(/import\.meta\.(url|dirname)/g, (_found, what: string) =>
        what === "url"
          ? `new URL(${JSON.stringify(`${folder}/${name}`)}, import.meta.url).href`
          : `(import.meta.dirname + ${JSON.stringify(`/${folder}/${dirname(name)}`)})`,
      );
    },
  };
}

/** Commander starts programs only for commands in files of their own, which we have none of; it takes long to load. */
function deferChildProcess(): Plugin {
  return {
    name: "defer-child-process",
    transform(code, id) {
      if (!/[\\/]node_modules[\\/]commander[\\/]/.test(id)) return null;
      return code
        .replace(/^import childProcess from ['"]node:child_process['"];$/m, "")
        .replaceAll("childProcess.spawn", 'process.getBuiltinModule("node:child_process").spawn');
    },
  };
}
