/** An agent that ignores SIGTERM but notes it, with a child that ignores it too and says when both are ready. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const [ready = "", role] = process.argv.slice(2);
process.on("SIGTERM", () => {
  if (ready !== "") writeFileSync(`${ready}.asked`, "asked to end");
});
process.on("SIGHUP", () => {});
if (role !== "child") {
  spawn(process.execPath, [import.meta.filename, ready, "child"], { stdio: "inherit" });
} else if (ready !== "") {
  writeFileSync(ready, "ready");
}
setInterval(() => {}, 60_000);
