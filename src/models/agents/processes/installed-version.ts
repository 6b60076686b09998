/** Reads an installed program's version from its package, because some agents take seconds to print it. */
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** Null where it is not in a package that says. */
export async function readInstalledVersion(program: string): Promise<string | null> {
  try {
    const place = await realpath(program);
    // the manifest of a project that a program is merely inside of is not the program's
    const inPackages = place.lastIndexOf(`${sep}node_modules${sep}`);
    for (let at = dirname(place); at.length > inPackages + LONG_ENOUGH; at = dirname(at)) {
      const version =
        inPackages === -1 ? null : await readManifestVersion(join(at, "package.json"));
      if (version !== null) return version;
    }
    return null;
  } catch {
    // no such program; starting it will report that
    return null;
  }
}

const LONG_ENOUGH = `${sep}node_modules${sep}`.length;

async function readManifestVersion(manifest: string): Promise<string | null> {
  try {
    const { name, version } = JSON.parse(await readFile(manifest, "utf8")) as {
      name?: unknown;
      version?: unknown;
    };
    return typeof name === "string" && typeof version === "string" ? version : null;
  } catch {
    // no manifest here, or none that can be read
    return null;
  }
}
