/** The package as npm publishes it, unpacked beside nothing but its production dependencies. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const NOT_COPIED = new Set(["node_modules", "dist", ".git", ".dissent", "test", "bench"]);

export interface PackedPackage {
  /** A project of a stranger: a `package.json` and `node_modules`. */
  readonly project: string;
  /** Where the package is in it. */
  readonly installed: string;
  /** The paths in the archive. */
  readonly files: readonly string[];
  remove(): void;
}

/** Packs a copy of the repository, so that the pages that other tests look at are left alone. */
export async function packedPackage(): Promise<PackedPackage> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "dissent-packed-")));
  const repository = join(base, "repository");
  cpSync(ROOT, repository, {
    recursive: true,
    filter: (path) => dirname(path) !== ROOT || !NOT_COPIED.has(basename(path)),
  });
  symlinkSync(join(ROOT, "node_modules"), join(repository, "node_modules"));
  const { stdout } = await promisify(execFile)("npm", ["pack", "--json"], { cwd: repository });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [
    { filename: string; files: { path: string }[] },
  ];

  const project = join(base, "project");
  const installed = join(project, "node_modules", "dissent");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const archive = join(repository, filename);
  await promisify(execFile)("tar", ["-xzf", archive, "--strip-components=1", "-C", installed]);
  installProductionDependencies(project);
  return {
    project,
    installed,
    files: files.map(({ path }) => path),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Copies and not links: a link would lead to packages that only the development of this one needs. */
function installProductionDependencies(project: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: true }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path === "" || dev || !existsSync(join(ROOT, path))) continue;
    cpSync(join(ROOT, path), join(project, path), {
      recursive: true,
      // a package inside another has an entry of its own
      filter: (inner) => inner === join(ROOT, path) || basename(inner) !== "node_modules",
    });
  }
}
