/** The names of a project's files. */
import { readdirSync } from "node:fs";

// enough names to tell what a codebase is made of
const MAX_PROJECT_FILES = 20_000;

/** The names of the project's files, without what is installed or generated. */
export function listProjectFiles(root: string): string[] {
  const files: string[] = [];
  const open = [""];
  while (open.length > 0 && files.length < MAX_PROJECT_FILES) {
    const at = open.shift() ?? "";
    for (const entry of readdirSync(`${root}/${at}`, { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.name.startsWith(".") || SKIPPED_FOLDERS.has(entry.name)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

const SKIPPED_FOLDERS = new Set(["node_modules", "dist", "build", "target", "vendor", "coverage"]);
