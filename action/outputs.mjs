// The last line of a gate as outputs of a step: name=value, one a line, nothing that could end a line inside.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [out, code] = process.argv.slice(2);
const lines = readFileSync(join(out, "gate.ndjson"), "utf8").trim().split("\n");
const done = lines.map(read).findLast((line) => line?.event === "done");
const gate = done?.gate;
const paths = {
  journal: "journal.jsonl",
  record: "record.md",
  sarif: "objections.sarif",
  comment: "comment.md",
};
const outputs = {
  exit: code,
  // without a last line nothing is known, and what is not known has not passed
  passed: String(gate?.passed === true),
  outcome: done?.outcome ?? "",
  choice: done?.choice ?? "",
  debate: done?.debate ?? "",
  reasons: JSON.stringify(gate?.reasons ?? []),
  ...Object.fromEntries(
    Object.entries(paths).map(([name, file]) => {
      const path = join(out, file);
      return [name, existsSync(path) ? path : ""];
    }),
  ),
};
for (const [name, value] of Object.entries(outputs)) {
  console.log(`${name}=${String(value).replaceAll(/[\r\n]+/g, " ")}`);
}

function read(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
