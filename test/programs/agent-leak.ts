/** An agent that gives away what is in the file it is told, on the stream it is told: `stdout` answers, `stderr` fails. */
import { readFileSync } from "node:fs";

const [stream = "stderr", file = ""] = process.argv.slice(2);
const words = readFileSync(file, "utf8");
if (stream === "stdout") process.stdout.write(words);
else {
  process.stderr.write(words);
  process.exitCode = 1;
}
