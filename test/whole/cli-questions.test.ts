/** Ctrl-C and Ctrl-D at every question that the command line asks, on a real terminal. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  briefText,
  debates,
  EXAMPLES,
  journal,
  leftovers,
  NO_TERMINAL,
  type Project,
  project,
  run,
  renderTerminalScreen,
  scriptedProject,
  startInTerminal,
} from "../support/processes/cli.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

interface Question {
  readonly at: () => Project | Promise<Project>;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What is on the screen once the question is. */
  readonly asks: RegExp;
  /** What the screen says after it was left. */
  readonly says: RegExp;
  /** The exit code after Ctrl-D, which is the safe answer; null where that key is not ours. */
  readonly safe: number | null;
  /** What must be as if nobody had answered. */
  readonly untouched: (at: Project) => Promise<void>;
}

const PAID = `panel: [team/large]
endpoints:
  team:
    baseUrl: http://127.0.0.1:1/v1
    keyEnv: TEAM_AUTH
    price: { inputPerMillion: 1000, outputPerMillion: 1000 }
`;

function drafts(): Project {
  const names = ["draft-ops.md", "draft-product.md"];
  const text = (name: string): string => readFileSync(join(EXAMPLES, "merge-plan", name), "utf8");
  return project(Object.fromEntries(names.map((name) => [name, text(name)])));
}

async function waits(at: Project): Promise<void> {
  expect(await debates(at)).toMatchObject([{ status: "waiting" }]);
}

async function decidedBefore(): Promise<Project> {
  const at = scriptedProject(rounds(votes("A", "A", "A")));
  await run(at, ["run", "q.md", "-q"]);
  return at;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  "the cost of a debate": {
    at: () => project({ "q.md": briefText(), "dissent.yaml": PAID }),
    args: ["run", "q.md"],
    env: { TEAM_AUTH: "planted-4711-key" },
    asks: /Go on\? \[y\/N\]/,
    says: /^No model was called and nothing was spent\.$/m,
    safe: 2,
    async untouched(at) {
      expect(at.listing().join()).not.toContain(".dissent");
    },
  },
  init: {
    at: () => project(),
    args: ["init"],
    asks: /1\/4 {2}Which models\? \[none yet\]/,
    says: /^No file was written\.$/m,
    safe: 0,
    async untouched(at) {
      expect(at.listing().join()).not.toContain("dissent.yaml");
    },
  },
  "a hidden key": {
    at: () => project(),
    args: ["keys", "set", "openai"],
    asks: /\(not shown\): /,
    says: /^No key was stored\.$/m,
    safe: 2,
    async untouched(at) {
      expect(at.listing().join()).not.toContain("keys.json");
    },
  },
  "a stop of a merge": {
    at: drafts,
    args: ["merge", "draft-ops.md", "draft-product.md", "-o", "out.md", "-i"],
    // not before the terminal is ours: until then Ctrl-D is the shell's
    asks: /q leaves it open\.[^>]*> /,
    says: /^It waits for your answer: dissent decide /m,
    safe: 10,
    untouched: waits,
  },
  "the reason of a decision": {
    at: decidedBefore,
    args: ["decide", "last", "B"],
    asks: /Why B\? /,
    says: /^Nothing was decided\.$/m,
    safe: 2,
    async untouched(at) {
      const types = (await journal(at)).map(({ type }) => type);
      expect(types).not.toContain("decision-recorded");
    },
  },
  "a form in an editor": {
    at: () => project({ "editor.sh": "echo the form is open\nexec sleep 1000\n" }),
    args: ["run", join(EXAMPLES, "queue-or-cron.md"), "--seat", "risk=person"],
    // an editor that stays open for as long as it is let
    env: { EDITOR: "sh editor.sh", TMPDIR: "." },
    asks: /the form is open/,
    says: /dissent resume \S+ --answer/,
    safe: null,
    async untouched(at) {
      await waits(at);
      expect(at.listing().join()).not.toContain("answer.yaml");
    },
  },
};

if (NO_TERMINAL !== undefined) console.warn(`Questions are not tested: ${NO_TERMINAL}.`);

describe.skipIf(NO_TERMINAL).concurrent("a question that is left", () => {
  const keys = Object.entries(QUESTIONS).flatMap(([name, question]) => [
    { name, question, key: "Ctrl-C", typed: "\u0003", exit: 130 },
    ...(question.safe === null
      ? []
      : [{ name, question, key: "Ctrl-D", typed: "\u0004", exit: question.safe }]),
  ]);

  test.each(keys)("$name, with $key: exit $exit, nothing done, no stack", async (one) => {
    const { at: made, args, env, asks, says, untouched } = one.question;
    const at = await made();

    const shell = startInTerminal(at, args, { ...(env && { env }), columns: 120 });
    await shell.said(asks);
    shell.child.stdin?.write(one.typed);
    const { code, stdout } = await shell.ended;

    expect(code).toBe(one.exit);
    const screen = renderTerminalScreen(stdout).join("\n");
    expect(screen).toMatch(says);
    expect(screen).not.toMatch(/^ +at /m);
    expect(screen).not.toMatch(/unsettled|defect/);
    await untouched(at);
    expect(leftovers(at)).toEqual([]);
  });
});
