/** Everything that is checked before a commit: format, lint, types, unused code, unit tests. Says what failed first. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const BIN = join(import.meta.dirname, "..", "node_modules", ".bin");

/** One after another, each only if all before it passed; those of one row at the same time. */
const ROWS = [
  ["oxfmt --check ."],
  // what has not changed since the last time is not checked again
  [
    "oxlint --deny-warnings",
    "tsc --incremental --tsBuildInfoFile node_modules/.cache/dissent/types.json",
    "tsc -p web --incremental --tsBuildInfoFile node_modules/.cache/dissent/types-of-pages.json",
    "knip --cache",
  ],
  ["vitest run --project unit"],
];

async function passes(command: string): Promise<boolean> {
  const [program = "", ...args] = command.split(" ");
  const isAlone = ROWS.some((row) => row.length === 1 && row[0] === command);
  const child = spawn(join(BIN, program), args, {
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
    // npm's programs are scripts of the shell on Windows
    shell: process.platform === "win32",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) process.stderr.write(`${said}\n${command} failed.\n`);
  return code === 0;
}

for (const row of ROWS) {
  const passed = await Promise.all(row.map(passes));
  if (passed.includes(false)) process.exit(1);
}
