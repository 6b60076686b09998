/** Builds the site into site/dist: the pages of docs/, and a gallery of the recorded debates as live reports. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SITE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(SITE, "..");

function run(program, args, allowed = [0]) {
  const { status } = spawnSync(program, args, {
    cwd: SITE,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (!allowed.includes(status)) {
    console.error(`${[program, ...args].join(" ")} ended with ${status}.`);
    process.exit(1);
  }
}

rmSync(join(SITE, "pages"), { recursive: true, force: true });
cpSync(join(ROOT, "docs"), join(SITE, "pages"), { recursive: true });
run(process.execPath, [
  join(SITE, "node_modules", "vitepress", "bin", "vitepress.js"),
  "build",
  SITE,
]);
// a second copy of every page would confuse searches in the clone
rmSync(join(SITE, "pages"), { recursive: true });

const folder = mkdtempSync(join(tmpdir(), "dissent-gallery-"));
// the gallery shows the name of its folder
const project = join(folder, "recorded debates");
mkdirSync(project);
try {
  const dissent = [join(ROOT, "bin", "dissent.js"), "-C", project, "--quiet"];
  for (const recording of readdirSync(join(ROOT, "examples", "recordings"))) {
    // a recording may end contested, or against a plan
    run(process.execPath, [...dissent, "demo", recording], [0, 10, 11]);
  }
  run(process.execPath, [...dissent, "view", "--bundle", join(SITE, "dist", "gallery")]);
} finally {
  rmSync(folder, { recursive: true });
}
console.log("The site is in site/dist; open it with any static file server.");
