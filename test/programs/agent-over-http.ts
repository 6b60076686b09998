/**
 * An agent as others are: it reads its prompt, asks a model at AGENT_BASE_URL and prints the answer. Told `obeys`, it
 * writes the file that the model orders; told `strays`, it leaves a process behind that nobody's group holds; told
 * `hides`, that process has also thrown away the mark of its call.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";

interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

const vices = process.argv.slice(2);
const prompt = await text(process.stdin);
if (vices.includes("strays") || vices.includes("hides")) {
  const { DISSENT_AGENT_CALL: mark, ...env } = process.env;
  // it ends by itself, should nobody end it before
  const stray = spawn(process.execPath, ["-e", "setTimeout(() => {}, 30000)"], {
    detached: true,
    env: vices.includes("strays") ? { ...env, DISSENT_AGENT_CALL: mark } : env,
    stdio: "ignore",
  });
  stray.unref();
}
const response = await fetch(`${process.env["AGENT_BASE_URL"]}/v1/chat/completions`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ model: "any", messages: [{ role: "user", content: prompt }] }),
});
if (!response.ok) {
  process.stderr.write(`HTTP ${response.status}: ${await response.text()}\n`);
  process.exit(1);
}
const { choices } = (await response.json()) as {
  choices: readonly { readonly message: Message }[];
};
const message = choices[0]?.message;
for (const call of vices.includes("obeys") ? (message?.tool_calls ?? []) : []) {
  const order = JSON.parse(call.function.arguments) as Record<string, string>;
  const path = order["file_path"] ?? order["filePath"] ?? order["path"];
  if (path !== undefined) writeFileSync(path, "as ordered");
}
process.stdout.write(message?.content ?? "");
