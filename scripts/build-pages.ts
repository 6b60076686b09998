/** Builds every page into dist/web: one script and one style sheet each. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { PAGE_NAMES } from "../src/page/page-bundle.ts";

const root = join(import.meta.dirname, "..");
const vite = join(root, "node_modules", "vite", "bin", "vite.js");
for (const page of PAGE_NAMES) {
  const { status } = spawnSync(process.execPath, [vite, "build", "--logLevel", "error"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", DISSENT_PAGE: page },
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
