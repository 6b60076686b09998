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

/** Modules that load all of what is listed after a name share a file of that name: each file takes time to find. */
const LOADED_TOGETHER = [
  ["look", ["cli/cli-context.ts", "cli/commands/list.ts"]],
  ["show", ["cli/commands/show.ts"]],
  ["run", ["cli/commands/run.ts", "models/offline.ts", "config/config.ts"]],
  ["debate", ["evidence/gather-evidence.ts", "exchange/reader-view.ts"]],
] as const;

export async function bundleProgram(
  place: ModulePlace,
  isMinified: boolean,
): Promise<ProgramBundle> {
  const imports = new Map<string, readonly string[]>();
  const bundle = await rolldown({
    input: { main: join(SOURCE, "cli", "main.ts") },
    platform: "node",
    external: [/^node:/, ...LEFT_OUT],
    plugins: [noteImports(imports), keepModuleAddresses(place), deferChildProcess()],
  });
  const { output } = await bundle.generate({
    format: "esm",
    ...(isMinified && {
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    }),
    chunkFileNames: "[name]-[hash].js",
    hashCharacters: "hex",
    codeSplitting: {
      groups: [
        { name: "start", tags: ["$initial"], priority: LOADED_TOGETHER.length },
        ...LOADED_TOGETHER.map(([name, entries], index) => ({
          name,
          priority: LOADED_TOGETHER.length - 1 - index,
          test: createClosureTest(imports, entries),
        })),
      ],
    },
  });
  await bundle.close();
  const chunks = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  return {
    files: chunks.map(({ fileName: name, code }) => ({ name, code: takeBuiltinsDirectly(code) })),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
}

function noteImports(imports: Map<string, readonly string[]>): Plugin {
  return {
    name: "note-imports",
    moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
  };
}

/** Whether a module is loaded along with these; asked once all modules are known. */
function createClosureTest(
  imports: ReadonlyMap<string, readonly string[]>,
  entries: readonly string[],
): (id: string) => boolean {
  let loaded: Set<string> | undefined;
  const load = (id: string, found: Set<string>): Set<string> => {
    if (!found.has(id) && imports.has(id)) {
      found.add(id);
      for (const target of imports.get(id) ?? []) load(target, found);
    }
    return found;
  };
  return (id) => {
    loaded ??= entries.reduce((found, name) => load(join(SOURCE, name), found), new Set<string>());
    return loaded.has(id);
  };
}

/**
 * An import of a built-in module reads each of its exports, and some of those load further modules: `node:fs` its
 * streams, `node:crypto` what makes keys. Taken directly, only what is named is read.
 */
export function takeBuiltinsDirectly(code: string): string {
  return code.replace(
    /^import ([^"]+) from "(node:[\w/]+)";$/gm,
    (_found, clause: string, id: string) => {
      const taken = `process.getBuiltinModule("${id}")`;
      // a name of its own, all of it under one name, or some of its names
      const names = clause.match(/\{[^}]*\}|[\w$]+(?= ?,|$)/g) ?? [];
      return names.map((name) => `const ${name.replaceAll(" as ", ": ")} = ${taken};`).join("\n");
    },
  );
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
