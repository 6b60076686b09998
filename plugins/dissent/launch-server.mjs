// Starts the MCP server of the Dissent that is installed here: of the clone that this file is in, else the `dissent` on
// the PATH. Nothing is ever downloaded. Runs on any Node from 14 on.
import { spawn } from "child_process";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "fs";
import { delimiter, dirname, join } from "path";
import { fileURLToPath, pathToFileURL } from "url";

const here = dirname(fileURLToPath(import.meta.url));
const clone = join(here, "..", "..");
const program =
  existsSync(join(clone, "node_modules")) && isDissent(clone) ? inside(clone) : onPath();

if (program === undefined) {
  console.error("dissent: Dissent is not installed: it is not on the PATH.");
  console.error("  Install it from a clone of the repository: npm ci && npm link");
  process.exitCode = 2;
} else if (program.endsWith(".js")) {
  process.argv.splice(1, Infinity, program, "mcp");
  await import(pathToFileURL(program).href);
} else {
  const child = spawn(program, ["mcp"], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", ({ code }) => {
    console.error(`dissent: ${program} cannot be run (${code}).`);
    process.exitCode = 2;
  });
  child.on("exit", (code) => (process.exitCode = code === null ? 1 : code));
}

function onPath() {
  const found = (process.env.PATH || process.env.Path || "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "dissent"))
    .find(isProgram);
  if (found === undefined) return undefined;
  // npm puts a link to the file there, and on Windows a script beside the package
  const linked = realpathSync(found);
  if (isDissent(dirname(dirname(linked)))) return linked;
  const beside = join(dirname(found), "node_modules", "dissent");
  if (isDissent(beside)) return inside(beside);
  // other package managers write a script that names the file
  return /dissent[\\/]bin[\\/]dissent\.js/.test(readFileSync(linked, "latin1")) ? found : undefined;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Another program may have the same name. */
function isDissent(root) {
  try {
    const { mcpName } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return mcpName === "io.github.dissent/dissent" && existsSync(inside(root));
  } catch {
    return false;
  }
}

function inside(root) {
  return join(root, "bin", "dissent.js");
}
