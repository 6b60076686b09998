/** An agent that answers and ends, but leaves a child behind that ignores SIGTERM and keeps the pipes open if told to. */
import { spawn } from "node:child_process";
import { once } from "node:events";

const [words = "", pipes] = process.argv.slice(2);
const stdout = pipes === "hold" ? 1 : "ignore";
const child = spawn(
  process.execPath,
  ["-e", "process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 60000)"],
  { stdio: ["ignore", stdout, "ignore", "ipc"] },
);
await once(child, "message");
child.disconnect();
child.unref();
process.stdout.write(words, () => {
  process.exit(0);
});
