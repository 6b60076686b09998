/** The loopback in a process of its own, which ends with this one because its standard input closes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import type { LoopbackScript } from "./loopback-script.ts";
import type { LoopbackVendor, RecordedRequest } from "./loopback-vendor.ts";

export async function spawnLoopbackProcess(
  script: Omit<LoopbackScript, "play"> = {},
): Promise<LoopbackVendor> {
  const child = spawn(process.execPath, [...process.execArgv.filter(isHarmlessArgument), PROGRAM], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  const gone = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    gone.then(() => {
      throw new Error("The loopback ended before it began.");
    }),
  ])) as [string];
  const { port, url } = JSON.parse(line) as { port: number; url: string };
  const loopback: LoopbackVendor = {
    url,
    port,
    play: async (next) => void (await sendControlCommand(port, "PUT /loopback/script", next)),
    requests: async () =>
      (await sendControlCommand(port, "GET /loopback/requests")) as RecordedRequest[],
    forget: async () => void (await sendControlCommand(port, "DELETE /loopback/requests")),
    openSockets: async () =>
      ((await sendControlCommand(port, "GET /loopback/sockets")) as { open: number }).open,
    async close() {
      child.stdin.end();
      await gone;
    },
  };
  await loopback.play(script);
  return loopback;
}

const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./main.ts" : "./main.js", import.meta.url),
);

// a debugger's port or a test runner's hooks are not for the child
function isHarmlessArgument(argument: string): boolean {
  return argument.startsWith("--disable-warning") || argument === "--experimental-strip-types";
}

async function sendControlCommand(port: number, command: string, body?: unknown): Promise<unknown> {
  const [method, path] = command.split(" ");
  const asking = request({ host: "127.0.0.1", port, method, path, agent: false });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  return JSON.parse(await text(response)) as unknown;
}
