/** An agent that tells everything it can see: arguments, environment, directories, prompt. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";

const prompt = await buffer(process.stdin);
const args = process.argv.slice(2);
const file = args.find((argument) => argument.endsWith("prompt.md"));
const read = file === undefined ? prompt : readFileSync(file);
const home = process.env["HOME"] ?? "";
process.stdout.write(
  `a warning before the answer\n${JSON.stringify({
    result: {
      args,
      env: process.env,
      cwd: process.cwd(),
      here: readdirSync("."),
      home: existsSync(home) ? readdirSync(home) : null,
      stdinBytes: prompt.length,
      promptBytes: read.length,
      promptHash: createHash("sha256").update(read).digest("hex"),
    },
  })}\n`,
);
