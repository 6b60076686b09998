/** An agent that ignores SIGTERM, with a child of its own that does so too and then writes the file it is told. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
const [ready, role] = process.argv.slice(2);
if (role !== "child") {
  spawn(process.execPath, [import.meta.filename, ready ?? "", "child"], { stdio: "inherit" });
} else if (ready !== undefined && ready !== "") {
  writeFileSync(ready, "ready");
}
setInterval(() => {}, 60_000);
