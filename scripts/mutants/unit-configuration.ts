/** The settings of the unit tests, read from the project's own vitest.config.ts so that there is one place for them. */
import { globSync } from "node:fs";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";

import type { TestUserConfig, ViteUserConfig } from "vitest/config";

export async function readUnitConfiguration(root: string): Promise<TestUserConfig> {
  const file = join(root, "vitest.config.ts");
  const { default: config } = (await import(pathToFileURL(file).href)) as {
    default: ViteUserConfig;
  };
  for (const project of config.test?.projects ?? []) {
    if (typeof project === "object" && "test" in project && project.test?.name === "unit") {
      return project.test;
    }
  }
  throw new Error(`${file} has no project named "unit".`);
}

/** The files of the unit tests, from the root, with forward slashes. */
export async function listUnitTests(root: string): Promise<readonly string[]> {
  const { include = [] } = await readUnitConfiguration(root);
  const found = globSync([...include], { cwd: root, exclude: ["**/node_modules/**"] });
  return found.map((file) => file.split(sep).join("/")).toSorted();
}
