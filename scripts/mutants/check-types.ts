/** Asks the compiler about a mutant that no test noticed, in a copy of the source: what it refuses cannot be landed. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TypeChecker {
  readonly refuses: (file: string, texts: { source: string; original: string }) => boolean;
  readonly remove: () => void;
}

export function copyForTypeChecks(root: string): TypeChecker {
  const copy = mkdtempSync(join(tmpdir(), "dissent-mutants-"));
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
  for (const file of ["tsconfig.json", "package.json"]) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  const settings = { extends: "./tsconfig.json", include: ["src"], exclude: ["**/*.test.ts"] };
  writeFileSync(join(copy, "tsconfig.mutants.json"), JSON.stringify(settings));

  function compiles(): boolean {
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    const args = [
      compiler,
      "-p",
      "tsconfig.mutants.json",
      "--incremental",
      "--tsBuildInfoFile",
      "types.json",
    ];
    return spawnSync(process.execPath, args, { cwd: copy }).status === 0;
  }

  return {
    refuses(file, { source, original }) {
      writeFileSync(join(copy, file), source);
      const refused = !compiles();
      writeFileSync(join(copy, file), original);
      return refused;
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
