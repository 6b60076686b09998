/** Writes what hosts install: plugins, extension, commands, rules, server.json and llms.txt, all from scripts/bundles. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { BundleFile } from "./bundles/bundle.ts";
import { claudeFiles } from "./bundles/claude-code.ts";
import { codexFiles } from "./bundles/codex.ts";
import { directoryFiles } from "./bundles/directories.ts";
import { cursorFiles } from "./bundles/editors.ts";
import { geminiFiles } from "./bundles/gemini.ts";

export function bundleFiles(): readonly BundleFile[] {
  return [
    ...claudeFiles(),
    ...codexFiles(),
    ...geminiFiles(),
    ...cursorFiles(),
    ...directoryFiles(),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../", import.meta.url));
  for (const { path, text } of bundleFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
