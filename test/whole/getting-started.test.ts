/** The tutorial as a newcomer types it, from the first line to the last, with the built-in reader for models. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listDocumentedCommands } from "../support/documented-commands.ts";
import { EXAMPLES, project, run } from "../support/processes/cli.ts";

const PAGE = "docs/getting-started.md";
/** Not typed: it waits for Ctrl-C, or names a debate that stands on the page alone. */
const NOT_TYPED = /^view\b|queue-or-cron-k3f9/;
/** What a command may end with besides 0: contested, or no model was found. */
const ENDINGS: Readonly<Record<string, number>> = { run: 10, demo: 10, doctor: 3 };

/** The brief that the page shows, as a file. */
function readBrief(): string {
  const page = readFileSync(join(import.meta.dirname, "..", "..", PAGE), "utf8");
  const [, brief] = /```markdown\n(---\n[\s\S]*?)```/.exec(page) ?? [];
  if (brief === undefined) throw new Error(`${PAGE} shows no brief.`);
  return brief;
}

test("every command of the tutorial runs in the order of the page, and ends as it says", async () => {
  const at = project({
    "brief.md": readBrief(),
    "examples/queue-or-cron.md": readFileSync(join(EXAMPLES, "queue-or-cron.md"), "utf8"),
  });
  const commands = listDocumentedCommands(PAGE)
    .filter(({ isWhole }) => isWhole)
    .map(({ words }) => words)
    .filter((words) => !NOT_TYPED.test(words.join(" ")));
  const ended: (readonly [string, number | null, string])[] = [];
  for (const words of commands) {
    const { code, stdout, stderr } = await run(at, words);
    const allowed = [0, ENDINGS[words[0] ?? ""]];
    if (!allowed.includes(code ?? -1)) ended.push([words.join(" "), code, stdout + stderr]);
  }

  expect(commands.length).toBeGreaterThan(10);
  expect(ended).toEqual([]);
  expect(at.read("decision.md")).toContain("# ");
  expect(at.read("debate.jsonl")).toContain("debate-settled");
  expect(at.listing().join("\n")).toContain(
    "docs/decisions/0001-how-should-the-shop-send-its-order-confirmations.md",
  );
});
