/** The version of this package. */
import { readFileSync } from "node:fs";

export function readPackageVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
