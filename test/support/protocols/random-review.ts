/** Reviews by seats that invent lines, refute everything, contradict themselves, forget, withdraw, speak garbage or vanish. */
import { expect } from "vitest";

import { createSource } from "../../../src/config/context/read-context.ts";
import type { Event } from "../../../src/domain/journal/event.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import type { ModelRequest } from "../../../src/model.ts";
import type { OutsideReader } from "../../../src/protocol.ts";
import { readChange } from "../../../src/protocols/review/change/change.ts";
import { review } from "../../../src/protocols/review/protocol.ts";
import type { FiledFinding } from "../../../src/protocols/review/replies.ts";
import {
  isAtLeast,
  SEVERITIES,
  type Severity,
} from "../../../src/protocols/review/reply-values.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import { buildTestApp, holdOn, listFactsOfType } from "./debate.ts";
import { changeBrief, DIFF, PAID } from "./review.ts";
import { createDice, type Dice, unrulyModel } from "./unruly-model.ts";

const GARBAGE = [
  "",
  "LGTM",
  "{",
  "null",
  '{"findings":[{}]}',
  '{"verdicts":[]}',
  "x".repeat(4_000),
];

const TABLE = [
  "diff --git a/src/table.js b/src/table.js",
  "--- a/src/table.js",
  "+++ b/src/table.js",
  "@@ -1,3 +1,4 @@",
  " export const rows = [];\r",
  "-export const width = 3;\r",
  "+export const width = 4;\r",
  "+export const height = width * rows.length;\r",
  " export default rows;\r",
  "",
].join("\n");

const GONE = [
  "diff --git a/src/gone.js b/src/gone.js",
  "deleted file mode 100644",
  "--- a/src/gone.js",
  "+++ /dev/null",
  "@@ -1,2 +0,0 @@",
  "-export const guard = true;",
  "-export const limit = 100;",
  "",
].join("\n");

const LOCK = [
  "--- a/package-lock.json",
  "+++ b/package-lock.json",
  "@@ -1,1 +1,1 @@",
  '-  "version": "1.0.0"',
  '+  "version": "1.0.1"',
  "",
].join("\n");

const BRIEF = changeBrief({ diff: `${DIFF}${TABLE}${GONE}${LOCK}`, texts: { 1: PAID } });

/** Lines that can be found, each with its file and side. */
const LINES = readChange(BRIEF, { include: [], marked: {} }).files.flatMap(({ path, hunks }) =>
  hunks.flatMap(({ lines }) =>
    lines.map(({ sign, old, new: after, text }) => ({
      file: path,
      side: sign === "-" ? ("old" as const) : ("new" as const),
      number: (sign === "-" ? old : after) ?? 1,
      text,
    })),
  ),
);

const CLAIMS = [
  "The limit of an order is no longer checked.",
  "An order above its limit is charged.",
  "The width is wrong for three columns.",
  "Nothing guards the deleted export any more.",
];

function fileOne(dice: Dice): FiledFinding {
  const line = dice.pick(LINES);
  const far = dice.chance(20) ? 1 + dice.below(90) : line.number;
  const written = dice.pick([
    line.text,
    line.text,
    line.text,
    `+${line.text}`,
    `12 13 ${line.text}`,
  ]);
  return {
    file: dice.chance(90) ? line.file : dice.pick(["src/nowhere.js", "file-1", "old-3", "../etc"]),
    side: dice.chance(90) ? line.side : dice.pick(["new", "old"] as const),
    first_line: far,
    last_line: far + dice.below(2),
    quote: dice.chance(80) ? written : dice.pick(["no such line", "}", "return;", "x\ny"]),
    severity: dice.pick(SEVERITIES),
    claim: dice.pick(CLAIMS),
    scenario: "An order with limit 100 and items of 900 is charged 900; before it threw.",
    suggestion: dice.chance(50) ? "Keep the check." : null,
    replacement: dice.pick([null, null, "", line.text, "  // kept\n  keep();"]),
    evidence: [],
  };
}

function listAskedIds({ promptInput: input }: ModelRequest): string[] {
  return ((input["findings"] ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
}

function say(request: ModelRequest, dice: Dice, mood: "refute" | "confirm" | "any"): object | null {
  const { promptInput: input, participant } = request;
  const ids = listAskedIds(request);
  const named = ids.flatMap((id) => (dice.chance(8) ? [] : dice.chance(4) ? [id, id] : [id]));
  const quote = dice.pick([
    { kind: "quote", source: "file-1", quote: "return charge(order.card, total);" },
    { kind: "quote", source: "old-1", quote: "throw new Error('limit');" },
    { kind: "quote", source: "file-1", quote: "a line that is nowhere" },
    { kind: "knowledge", source: "", quote: "Cards have limits." },
  ]);
  const evidence = dice.chance(85) ? [quote] : [];
  const reason = (id: string): string =>
    dice.chance(90)
      ? `What ${participant.id} sees in ${id} is decided by the line that charges the card, ${dice.below(99)}.`
      : dice.pick(["ok", "I agree.", "No."]);
  switch (input.kind) {
    case "evidence.request":
      return { requests: [{ kind: "file", what: "src/gateway.js", within: "" }] };
    case "review.find": {
      const findings = Array.from({ length: dice.below(4) }, () => fileOne(dice));
      return { findings, looked_at: null };
    }
    case "review.answer":
      return {
        answers: named.map((id) => {
          const answer = dice.pick(["accept", "partial", "reject"]);
          return { finding: id, answer, reason: reason(id), evidence };
        }),
      };
    case "review.defend":
      return {
        defences: named.map((id) => {
          const choice = dice.pick(["maintain", "maintain", "withdraw"]);
          return { finding: id, choice, reason: reason(id), evidence };
        }),
      };
    default:
      return {
        verdicts: [...named, ...(dice.chance(5) ? ["nobody-9"] : [])].map((id) => {
          const verdict = mood === "any" ? dice.pick(["confirm", "refute", "cannot tell"]) : mood;
          const severity = verdict === "confirm" ? dice.pick([...SEVERITIES, null]) : null;
          return { finding: id, verdict, severity, reason: reason(id), evidence };
        }),
      };
  }
}

const readOutside: OutsideReader = async (asked) => {
  const {
    kind,
    prefix = "",
    given = [],
  } = asked as {
    kind: string;
    prefix?: string;
    given?: { id: string }[];
  };
  if (kind === "repository-index")
    return { answer: { commit: null, files: 1, tree: "src/gateway.js" }, sources: [] };
  if (given.length > 0) return { answer: { commit: null, given: [], refused: [] }, sources: [] };
  const id = `${prefix}-1`;
  const piece = { id, kind: "lines", what: "src/gateway.js", from: 1, to: 1, of: 1 };
  return {
    answer: { commit: null, given: [{ ...piece, bytes: 9, redacted: 0 }], refused: [] },
    sources: [createSource(id, "src/gateway.js", "limit = 9")],
  };
};

export async function playAtRandom(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const mood = dice.pick(["any", "any", "any", "refute", "confirm"] as const);
  const temper = { trouble: dice.pick([0, 5, 30]), garbage: dice.pick([0, 5, 30]) };
  const model = unrulyModel(dice, temper, {
    garbled: GARBAGE,
    said: (request) => say(request, dice, mood),
  });
  const asked: string[] = [];
  const isSplit = dice.chance(30);
  const settings = {
    reviewers: 2 + dice.below(4),
    author: dice.chance(40),
    defence: dice.chance(70),
    changes_from: dice.pick(SEVERITIES),
    contested_from: dice.pick(SEVERITIES),
    unconfirmed_from: dice.pick(SEVERITIES),
    unread_parts: dice.pick(["end", "name"] as const),
    repo: dice.chance(30),
    repo_again: dice.chance(50),
    ...(isSplit && { part_bytes: 2_000, parts: 5 }),
  };
  const clock = eagerClock();
  const app = buildTestApp({ model, clock, protocol: review, asked, readOutside });
  const brief = isSplit ? changeBrief({ diff: splitDiff(), texts: {} }) : BRIEF;
  const plan = app.plan("review", { brief, settings });
  const id = await app.open(plan, "tester");
  const result = await holdOn(app, id);
  const at = `seed ${seed}`;
  expect(result.status, at).toBe("settled");
  if (result.status !== "settled") throw new Error(at);
  const { events } = await app.read(id);
  expect(await verified(app, id), at).toMatchObject({ ok: true, fault: null });
  expect(asked.filter((key) => key.endsWith("#1")).length, at).toBeLessThanOrEqual(plan.calls.max);
  expect(listFaults(events, result.outcome), at).toEqual([]);
  return result.outcome;
}

/** Long enough for several parts, with the same lines at the end of each file. */
function splitDiff(): string {
  const filler = Array.from({ length: 90 }, (_, at) => `+// line ${at}`);
  const files = ["one", "two"].map((name) =>
    [`--- /dev/null`, `+++ b/${name}.js`, "@@ -0,0 +1,90 @@", ...filler, ""].join("\n"),
  );
  return `${DIFF}${files.join("")}`;
}

interface Row {
  readonly id: string;
  readonly fate: string;
  readonly severity: Severity;
  readonly path: string;
  readonly side: "new" | "old";
  readonly first_line: number;
  readonly last_line: number;
  readonly quote: string;
  readonly found_by: readonly string[];
  readonly confirmed_by: readonly string[];
  readonly refuted_by: readonly string[];
  readonly silent: readonly string[];
  readonly answer: { readonly counted: string } | null;
  readonly defences: readonly { readonly by: string; readonly choice: string }[];
  readonly verdicts: readonly {
    readonly by: string;
    readonly counted: string;
    readonly evidence: readonly { readonly verified: boolean }[];
  }[];
}

/** What is wrong with an ending, found from the journal and the result, without the protocol's rules. */
export function listFaults(events: readonly Event[], { label, result }: Outcome): string[] {
  const rows = result["findings"] as unknown as readonly Row[];
  const dropped = result["dropped"] as readonly unknown[];
  const settings = listFactsOfType({ events }, "debate-opened")[0]?.settings as unknown as {
    readonly changes_from: Severity;
    readonly contested_from: Severity;
    readonly unconfirmed_from: Severity;
  };
  const replies = listFactsOfType({ events }, "reply-recorded");
  const spokenIn = (step: RegExp): Set<string> =>
    new Set(replies.filter(({ key }) => step.test(key)).map(({ by }) => by));
  const filed = replies
    .filter(({ key }) => key.startsWith("findings"))
    .reduce((sum, { reply }) => sum + (reply as { findings: unknown[] }).findings.length, 0);
  const faults: string[] = [];
  const claim = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  claim(
    filed === dropped.length + rows.reduce((sum, row) => sum + row.found_by.length, 0),
    "a finding is neither listed nor dropped",
  );
  const judges = spokenIn(/^(?:cross|rulings)/);
  for (const row of rows) {
    claim(isAtItsPlace(events, row), `${row.id}: its quote does not stand at its lines`);
    claim(new Set(row.found_by).size === row.found_by.length, `${row.id}: found twice by one`);
    for (const by of [...row.confirmed_by, ...row.refuted_by]) {
      claim(judges.has(by), `${row.id}: ${by} judged it and never spoke`);
      claim(!row.found_by.includes(by), `${row.id}: ${by} judged its own`);
    }
    for (const { by, counted, evidence } of row.verdicts) {
      const isBare = counted !== "cannot tell" && !evidence.some(({ verified: is }) => is);
      // a refutation that was given up for the words of a defence needs no quote
      const isGivenUp = spokenIn(/^rulings/).has(by) && row.defences.length > 0;
      claim(!isBare || isGivenUp, `${row.id}: ${by} counts without a quote`);
    }
    claim(row.fate === recountFate(row), `${row.id}: ${row.fate} is not ${recountFate(row)}`);
  }
  const blocking = rows.filter(
    ({ fate, severity }) => fate === "confirmed" && isAtLeast(severity, settings.changes_from),
  );
  const open = rows.filter(({ fate, severity, silent }) => {
    if (fate === "disputed") return isAtLeast(severity, settings.contested_from);
    const from = silent.length > 0 ? settings.contested_from : settings.unconfirmed_from;
    return fate === "unconfirmed" && isAtLeast(severity, from);
  });
  if (label === "CHANGES_NEEDED") claim(blocking.length > 0, "changes needed without a reason");
  if (label === "APPROVED") claim(blocking.length + open.length === 0, "approved over a finding");
  if (label === "CONTESTED") claim(blocking.length === 0, "contested over a confirmed finding");
  const patches = listFactsOfType({ events }, "artifact-published").filter(({ name }) =>
    name.endsWith(".patch"),
  );
  for (const { name } of patches) {
    const row = rows.find(({ id }) => name === `suggestions/${id}.patch`);
    claim(row?.fate === "confirmed" || row?.fate === "disputed", `${name} of a dead finding`);
  }
  return faults;
}

/** The bar: nothing is reported whose quote is not at its place. */
function isAtItsPlace(events: readonly Event[], row: Row): boolean {
  const { brief } = listFactsOfType({ events }, "debate-opened")[0] ?? {};
  const diff = brief?.sources.find(({ id }) => id === "change")?.sha256;
  const known = [BRIEF, changeBrief({ diff: splitDiff(), texts: {} })].find(({ sources }) =>
    sources.some(({ sha256 }) => sha256 === diff),
  );
  if (!known) return false;
  const { files } = readChange(known, { include: [], marked: {} });
  const file = files.find(({ path }) => path === row.path);
  const shown = (file?.hunks ?? []).flatMap(({ lines }) => lines);
  const wanted = row.quote.split("\n");
  return wanted.every((text, at) => {
    const number = row.first_line + at;
    const inDiff = shown.find((line) => line[row.side] === number)?.text;
    const inFile = row.side === "new" ? file?.text?.split("\n")[number - 1] : undefined;
    return (inFile ?? inDiff)?.replace(/\r$/, "") === text;
  });
}

/** L7, independently. */
function recountFate({
  found_by,
  confirmed_by,
  refuted_by,
  silent,
  answer,
  defences,
}: Row): string {
  if (answer?.counted === "accept") return "confirmed";
  const withdrawn = new Set(
    defences.filter(({ choice }) => choice === "withdraw").map(({ by }) => by),
  );
  const supporters = found_by.filter((by) => !withdrawn.has(by)).length + confirmed_by.length;
  const against = refuted_by.length + (answer?.counted === "reject" ? 1 : 0);
  if (supporters === 0) return "withdrawn";
  if (supporters - 1 > against) return "confirmed";
  if (against > supporters - 1 + silent.length) return "refuted";
  return against === 0 ? "unconfirmed" : "disputed";
}
