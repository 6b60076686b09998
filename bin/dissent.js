#!/usr/bin/env node
// Runs on any Node from 14 on: finds a Node that can run Dissent, or says in one line what is needed.

// an import would load every part of a built-in module, such as the streams of files
const modules = process.getBuiltinModule
  ? process.getBuiltinModule("module")
  : await import("module");
const require = modules.createRequire(import.meta.url);
const { existsSync, readFileSync } = require("fs");
const { dirname, join } = require("path");
const { fileURLToPath, pathToFileURL } = require("url");

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
// set for the process that is handed over to, and for none that it starts
const HANDED_OVER = "DISSENT_HANDED_OVER";
const GRACE_MS = 5000;
const [major, minor] = process.versions.node.split(".").map(Number);

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  console.log(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
} else if (major > 22 || (major === 22 && minor >= 19)) {
  quietExperiments();
  endWithLauncher();
  // compiled code is kept between calls: a command starts in half the time
  if (modules.enableCompileCache) modules.enableCompileCache();
  const source = join(root, "src", "cli", "main.ts");
  const main = existsSync(source) ? source : join(root, "dist", "program", "main.js");
  const { main: run } = await import(pathToFileURL(main).href).catch(sayWhatIsMissing);
  await run(args);
} else {
  const own = join(
    root,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(own)) handOver(own);
  else {
    console.error(`dissent: Node ${process.versions.node} is too old, 22.19 or newer is needed.`);
    const self = fileURLToPath(import.meta.url);
    console.error(`  Run it with a newer Node: npx -y -p node@24 node ${self}`);
    process.exitCode = 2;
  }
}

// on Node 22 the built-in SQLite and TypeScript support announce themselves as experimental
function quietExperiments() {
  const emit = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === "string" ? rest[0] : rest[0] && rest[0].type;
    if (type !== "ExperimentalWarning") emit.call(process, warning, ...rest);
  };
}

function sayWhatIsMissing(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND" || !/^Cannot find package/.test(error.message))
    throw error;
  return {
    main() {
      console.error("dissent: The packages it needs are not installed.");
      console.error(`  Install them: npm install --prefix ${root}`);
      process.exitCode = 2;
    },
  };
}

// a launcher that was killed cannot pass the signal on; the system closes its end of the channel
function endWithLauncher() {
  const isHandedOver = process.env[HANDED_OVER] === "1" && process.channel;
  delete process.env[HANDED_OVER];
  if (!isHandedOver) return;
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
  });
  process.channel.unref();
}

function handOver(node) {
  // loaded here: no other command should wait for them
  const { spawn } = require("child_process");
  const { isatty } = require("tty");
  const { constants } = require("os");
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], {
    env: { ...process.env, [HANDED_OVER]: "1" },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  // a terminal sends Ctrl-C to both, and a second one would drop the turns in flight
  const terminal = [0, 1, 2].some((stream) => isatty(stream));
  process.on("SIGINT", () => terminal || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", ({ code }) => {
    console.error(
      `dissent: ${node} cannot be run (${code}), and Node ${process.versions.node} is too old.`,
    );
    process.exitCode = 2;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code;
  });
}
