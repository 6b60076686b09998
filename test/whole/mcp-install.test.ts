/** What hosts are made to start is there and answers: the installer's proof, and the launcher of the static bundles. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { proveMcpServer } from "../../src/cli/mcp/prove-server.ts";
import { type Project, project, run, SOURCE_BIN } from "../support/processes/cli.ts";

const LAUNCHER = join(import.meta.dirname, "..", "..", "plugins/dissent/launch-server.mjs");

function prove(at: Project, script: string, longestMs?: number): Promise<void> {
  return proveMcpServer(
    { command: process.execPath, args: ["-e", script] },
    { cwd: at.dir, env: { HOME: at.home }, ...(longestMs !== undefined && { longestMs }) },
  );
}

const answering = (name: string): string =>
  `process.stdin.once("data", () => {
    console.log(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "${name}" } } }));
  }).on("end", () => process.exit(0));`;

test("the installer proves the server before it changes anything, and says that it did", async () => {
  const at = project({ ".git/HEAD": "" });
  const { code, stdout } = await run(at, ["mcp", "install", "cursor", "--scope", "project"], {
    bin: SOURCE_BIN,
  });

  expect(code).toBe(0);
  expect(stdout).toContain("The server was started once, and it answers.\n");
  expect(stdout).toContain(
    "The entry names a path of this machine. Others run this command on theirs.\n",
  );
  expect(JSON.parse(at.read(".cursor/mcp.json"))).toEqual({
    mcpServers: {
      dissent: { command: process.execPath, args: [SOURCE_BIN, "mcp", "-C", "${workspaceFolder}"] },
    },
  });
  // a server that was only asked whether it is there leaves nothing behind
  expect(at.listing().some((path) => path.includes(".dissent"))).toBe(false);
});

test.each([
  [
    "ends at once",
    "console.error('no such option\\nmore'); process.exit(7)",
    "it ended with 7: no such option",
  ],
  ["says something else", "console.log('Listening on 4747')", "it answers otherwise"],
  ["is another server", answering("other"), "it answers otherwise"],
])("a server that %s is refused with the reason", async (_, script, why) => {
  await expect(prove(project(), script)).rejects.toMatchObject({
    message: `The server does not start as it should: ${why}.`,
    hint: expect.stringMatching(/^Nothing was changed\. See what it says: /),
  });
});

test("a server that never answers is ended and refused", async () => {
  await expect(prove(project(), "setInterval(() => {}, 1_000)", 300)).rejects.toMatchObject({
    message: "The server does not start as it should: it did not answer in time.",
  });
});

test("a server that answers as Dissent passes", async () => {
  await expect(prove(project(), answering("dissent"))).resolves.toBeUndefined();
});

test("a command that is not there is named", async () => {
  const at = project();
  const proof = proveMcpServer(
    { command: "npx", args: ["-y", "dissent@0.1.0", "mcp"] },
    { cwd: at.dir, env: { PATH: at.outside } },
  );

  await expect(proof).rejects.toMatchObject({
    message: "The server does not start as it should: there is no npx.",
  });
});

/** The plugin as hosts copy it: away from the clone. */
function installedPlugin(at: Project): string {
  const copy = join(at.base, "cache", "plugins", "dissent", "launch-server.mjs");
  mkdirSync(join(copy, ".."), { recursive: true });
  copyFileSync(LAUNCHER, copy);
  return copy;
}

function provePlugin(at: Project, plugin: string, bin: string): Promise<void> {
  return proveMcpServer(
    { command: process.execPath, args: [plugin] },
    { cwd: at.dir, env: { HOME: at.home, PATH: bin } },
  );
}

test("a plugin starts the clone that it is in, or the dissent on the PATH", async () => {
  const at = project();
  const plugin = installedPlugin(at);
  const bin = join(at.base, "bin");
  mkdirSync(bin);
  await expect(provePlugin(at, LAUNCHER, bin)).resolves.toBeUndefined();
  symlinkSync(SOURCE_BIN, join(bin, "dissent"));

  await expect(provePlugin(at, plugin, bin)).resolves.toBeUndefined();
});

test.skipIf(process.platform === "win32")(
  "a plugin starts the script that another package manager wrote",
  async () => {
    const at = project();
    const bin = join(at.base, "bin");
    mkdirSync(bin);
    const shim = join(bin, "dissent");
    const named = "node_modules/dissent/bin/dissent.js";
    writeFileSync(shim, `#!/bin/sh\n# ${named}\nexec "${process.execPath}" "${SOURCE_BIN}" "$@"\n`);
    chmodSync(shim, 0o755);

    await expect(provePlugin(at, installedPlugin(at), bin)).resolves.toBeUndefined();
  },
);

test.each([
  ["nothing", undefined],
  ["another program of that name", "#!/bin/sh\ntouch ran\n"],
])("a plugin that finds %s says how to install Dissent, and runs nothing", (_, program) => {
  const at = project();
  const bin = join(at.base, "bin");
  mkdirSync(bin);
  if (program !== undefined) {
    writeFileSync(join(bin, "dissent"), program);
    chmodSync(join(bin, "dissent"), 0o755);
  }
  const before = at.listing();
  const plugin = installedPlugin(at);
  const { status, stdout, stderr } = spawnSync(process.execPath, [plugin], {
    cwd: at.dir,
    env: { PATH: bin },
    encoding: "utf8",
  });

  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "dissent: Dissent is not installed: it is not on the PATH.\n" +
      "  Install it from a clone of the repository: npm ci && npm link\n",
  });
  expect(at.listing().filter((path) => !path.startsWith("cache"))).toEqual(before);
});

test("the server of a plugin ends with its host", async () => {
  const at = project();
  const child = spawn(process.execPath, [LAUNCHER], { cwd: at.dir, env: { HOME: at.home } });
  child.stdin.end();
  const code = await new Promise((resolve) => child.once("close", resolve));

  expect(code).toBe(0);
});
