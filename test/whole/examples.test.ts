/** The programs that the pages show, run as a reader would run them. */
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

async function printed(file: string): Promise<string> {
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file], { cwd: ROOT });
  return stdout;
}

test("the program of docs/library.md runs and prints what the page says", async () => {
  const text = readFileSync(join(ROOT, "docs", "library.md"), "utf8");
  const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
  const [, output = ""] = /It prints:\n\n```\n([\s\S]*?)```/.exec(text) ?? [];
  // inside the repository: there the package can be imported by its own name
  const directory = mkdtempSync(join(ROOT, "test", ".library-"));
  const file = join(directory, "library.ts");
  writeFileSync(file, program);

  try {
    expect(await printed(file)).toBe(output);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.each(globSync("examples/*/run.ts", { cwd: ROOT }).toSorted())(
  "%s runs and checks itself",
  async (path) => {
    expect(await printed(path)).not.toBe("");
  },
);
