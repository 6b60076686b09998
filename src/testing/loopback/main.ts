/** The loopback as a program: `node main.ts [script.json]` prints one line with its port and ends with its stdin. */
import { readFileSync } from "node:fs";

import type { LoopbackScript } from "./loopback-script.ts";
import { startLoopbackServer } from "./loopback-server.ts";

const [, , path] = process.argv;
const script = path === undefined ? {} : (JSON.parse(readFileSync(path, "utf8")) as LoopbackScript);
const loopback = await startLoopbackServer(script);
process.stdout.write(`${JSON.stringify({ port: loopback.port, url: loopback.url })}\n`);
process.stdin.on("end", () => void loopback.close());
process.stdin.on("error", () => void loopback.close());
process.stdin.resume();
