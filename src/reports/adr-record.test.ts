import { expect, test } from "vitest";

import {
  answer,
  answersPlan,
  holdChallenge,
  objection,
  objects,
  oneBlocks,
  opensPlan,
  planBrief,
} from "../../test/support/protocols/challenge.ts";
import { holdJudges, recommends, votes, rounds } from "../../test/support/protocols/judges.ts";
import { computeAudit } from "../audit/audit.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import type { Json } from "../domain/json.ts";
import { isInstruction } from "../text/sentence.ts";
import { formatAdrRecord, wrapAdrPage, listNameBeginnings } from "./adr-record.ts";
import { markdownRecord } from "./markdown-record.ts";
import { wrapNygardPage } from "./nygard-record.ts";
import { describePanelKinds, listConsulted } from "./panel-kinds.ts";
import { parseBesideJournal } from "./record-origin.ts";

const REASON = "The crews can wait a year.\nSync can not be taken back.";
const PAGE = "# Keep it online\n\n## Context\n\nCrews work without signal.\n";

async function decided(choice: string): Promise<Transcript> {
  const { events } = await holdJudges(rounds(votes("A", "A", "A")));
  const decision = { choice, reason: REASON, by: "ann", atMs: 1_700_000_000_000 };
  return {
    ...buildTranscript(events),
    decisions: [{ type: "decision-recorded", ...decision }],
  };
}

test("K11 a record that the protocol wrote itself says what a person chose, and why, before anything else", async () => {
  const transcript = await decided("A");
  const options = { supersedes: [], number: 3 };

  for (const page of [
    wrapAdrPage(PAGE, transcript, options),
    wrapNygardPage(PAGE, transcript, options),
    formatAdrRecord(transcript, options),
  ]) {
    expect(page).toMatch(
      /Chosen option: "A [^"]+", by ann\.\n\n> The crews can wait a year\.\n> Sync can not be taken back\.\n/,
    );
  }
  const page = wrapAdrPage(PAGE, transcript, options);
  expect(page.indexOf("Chosen option")).toBeLessThan(page.indexOf("## Context"));
});

test("K11 where a person chose something else, the record says that this overrides the panel", async () => {
  const options = { supersedes: [] };

  expect(wrapAdrPage(PAGE, await decided("B"), options)).toContain(
    "by ann. This overrides the panel.",
  );
  expect(wrapAdrPage(PAGE, await decided("A"), options)).not.toContain("overrides");
});

test("K19 K11 until a person decides, a record names the panel's own outcome, and no share that decided nothing", async () => {
  const { events } = await holdJudges(rounds(votes("A", "B", "A")));
  const { outcome, ...transcript } = buildTranscript(events);
  if (!outcome) throw new Error("It has not ended.");
  const audit = computeAudit(events);
  const written = {
    ...transcript,
    outcome: { ...outcome, label: "SYNTHESIZED", wording: "All of it." },
  };

  expect(wrapAdrPage(PAGE, { ...transcript, outcome }, { supersedes: [] })).toContain(
    'decision-makers: "panel (consensus)"',
  );
  expect(wrapAdrPage(PAGE, written, { supersedes: [] })).toContain(
    'decision-makers: "panel (synthesized)"',
  );
  expect(markdownRecord({ ...transcript, outcome }, audit)).toContain(
    "2/3 of the votes cast were needed.",
  );
  expect(markdownRecord(written, audit)).not.toContain("were needed");
});

const REFUTED = oneBlocks({
  "opening/proponent": opensPlan(),
  "challenges/architect": objects(
    "architect",
    ["disagree", "strong"],
    {},
    { objections: [objection("architect", { headline: "A restart throws customers out." })] },
  ),
  "response-1/proponent": answersPlan([answer("architect-1", "ACCEPT")], "not as written"),
});

test("H22 H32 the record of a refuted plan says what stands and what would settle it, in whole sentences", async () => {
  const { events } = await holdChallenge(REFUTED, {
    brief: planBrief(),
    plan: { settings: { opening: "user" } },
  });
  const transcript = buildTranscript(events);
  const adr = formatAdrRecord(transcript, { supersedes: [] });

  expect(transcript.outcome?.refuted).toBe(true);
  expect(adr).toContain(
    "## Decision Outcome\n\nYour plan does not hold as written. A restart throws customers out.\n",
  );
  for (const page of [adr, markdownRecord(transcript)]) {
    expect(page).not.toMatch(/[^.]\.\.(?!\.)/);
    expect(page).toMatch(
      /Objections that stand\n\n- \*\*\w+\*\*, strong: A restart throws customers out\. \(architect-1\)\n {2}Settled by: /,
    );
  }
});

test("a decision record gives reasons in sentences: no condition after because, no capital but a name's", async () => {
  const claim = (headline: string) => ({
    headline,
    detail: "",
    about: "A",
    side: "supports",
    evidence: [],
  });
  const { events } = await holdJudges(
    rounds({
      ...votes("A", "A", "A"),
      risk: recommends("risk", "A", {
        conditions: ["every draft is kept"],
        claims: [
          claim("Redis keeps what crews typed"),
          claim("A crew loses nothing when Redis stays up"),
        ],
      }),
    }),
  );
  const page = formatAdrRecord(buildTranscript(events), { supersedes: [] });

  expect(page).toContain("### Conditions\n\n**Risk**:\n\n- every draft is kept");
  expect(page).not.toContain("because Only if");
  expect(page).toMatch(
    /Chosen option: "A Online only" \(consensus: 3 of 3 judges[^)]*\), because:\n/,
  );
  expect(page).toContain("Good, because Redis keeps what crews typed");
  expect(page).toContain("Good, because a crew loses nothing");
  expect(page).toContain("Good, because A follows from what value read");
  expect(page).not.toContain("Next: ");
});

test("an instruction is told from a statement", () => {
  const told = ["Keep every draft on the phone", "Keep is a good name", "Drafts keep their order"];

  expect(told.map(isInstruction)).toEqual([true, false, false]);
});

test("a decision record puts no instruction after because", async () => {
  const told = { headline: "Keep every draft", detail: "", about: "A", side: "supports" };
  const { events } = await holdJudges(
    rounds({
      ...votes("A", "A", "A"),
      risk: recommends("risk", "A", { claims: [{ ...told, evidence: [] }] }),
    }),
  );

  expect(formatAdrRecord(buildTranscript(events), { supersedes: [] })).toContain(
    "* Good: keep every draft",
  );
});

test("an option that is a name keeps its capital after because", () => {
  const told = ["Native Messaging", "Keep one site", "Kafka", "Plain files in the folder"];

  expect(told.flatMap(listNameBeginnings)).toEqual(["Native"]);
});

test("a decision record says that language models judged, and of a continued debate what it continues", async () => {
  const { events } = await holdJudges(rounds(votes("A", "A", "A")));
  const held = buildTranscript(events);
  const participants = held.participants.map((one) => ({ ...one, model: "local/m" }));
  const transcript = { ...held, participants, forkedFrom: "earlier-k3f9" };
  const options = { supersedes: [], number: 3 };
  const page = formatAdrRecord(transcript, {
    ...options,
    context: "Crews lose work.\n\nAdded later (F1): Radio works.",
  });

  expect(page).toContain('consulted: "Risk (model), Value (model), Effort (model)"');
  expect(page).toContain(
    "Crews lose work.\n\nAdded later (F1): Radio works.\n\nThis debate continues the earlier debate `earlier-k3f9`.\n\nA language model took the roles of Risk, Value and Effort (local/m).",
  );
  for (const wrapped of [
    wrapAdrPage(PAGE, transcript, options),
    wrapNygardPage(PAGE, transcript, options),
  ]) {
    expect(wrapped).toContain("continues the earlier debate `earlier-k3f9`");
    expect(wrapped).toContain(
      "A language model took the roles of Risk, Value and Effort (local/m).",
    );
  }
});

test("persons and built-in readers are told from language models", () => {
  const seat = { role: "judge", stance: null, mark: "" };
  const seats = [
    { ...seat, id: "risk", name: "Risk", model: "local/m" },
    { ...seat, id: "dana", name: "Dana", model: "person" },
    { ...seat, id: "words", name: "Words", model: "offline" },
  ];

  expect(listConsulted(seats)).toBe("Risk (model), Dana (person), Words (built-in reader)");
  expect(describePanelKinds(seats)).toBe(
    "A language model took the role of Risk (local/m). A person took the role of Dana. The built-in reader, which is not a language model, took the role of Words.",
  );
});

test("K7 a claim that rests on general knowledge says so, beside a quote too", async () => {
  const known = { kind: "knowledge", source: "", quote: "Radio does not pass rock" };
  const quoted = { kind: "quote", source: "brief", quote: "Crews work in valleys without signal" };
  const claim = (headline: string, evidence: Json[]) => ({
    headline,
    detail: "",
    about: "A",
    side: "supports",
    evidence,
  });
  const { events } = await holdJudges(
    rounds({
      ...votes("A", "A", "A"),
      risk: recommends("risk", "A", {
        claims: [
          claim("Radio fails in the valleys", [known]),
          claim("Crews are often out of reach", [quoted, known]),
        ],
      }),
    }),
  );
  const page = formatAdrRecord(buildTranscript(events), { supersedes: [] });

  expect(page).toMatch(
    /Good, because radio fails .* \(risk-2\) \(general knowledge, not checked\)$/im,
  );
  expect(page).toMatch(/reach.* \(risk-3\) \(in part general knowledge, not checked\)$/m);
});

test("a record names a check that works for its readers", async () => {
  const transcript = await decided("A");
  const apart = formatAdrRecord(transcript, { supersedes: [] });
  const beside = formatAdrRecord(transcript, { supersedes: [], besideJournal: "0001-sync.md" });

  expect(apart).toContain(
    `Where the debate was held, check it with \`dissent verify ${transcript.id}\`. To check it elsewhere, keep its journal too: set \`records.journal: true\`, or run \`dissent journal export ${transcript.id}\` there.`,
  );
  expect(parseBesideJournal(apart)).toBeUndefined();
  expect(beside).toContain("check this record with `dissent verify 0001-sync.md`.");
  expect(parseBesideJournal(beside)).toBe("0001-sync.md");
});
