/** Two verifiers that share no code say the same of real debates, of unruly ones, and of journals made by chance. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { renderReport } from "../../src/app/results/render-report.ts";
import { type Audit, computeAudit } from "../../src/audit/audit.ts";
import { findSettlement } from "../../src/domain/journal/event.ts";
import { handmade, QUOTE, type SpokenByHand } from "../support/journals/handmade-journal.ts";
import {
  auditAgain,
  judgesTallies,
  type Line,
  readFile,
} from "../support/journals/second-verifier.ts";
import { EXAMPLES, project, run } from "../support/processes/cli.ts";
import { heldAtRandom } from "../support/protocols/random-judges.ts";

const RUNS = Number(process.env["DISSENT_SECOND_RUNS"] ?? 300);

test("the second verifier knows nothing of the first: it imports node:crypto and no more", () => {
  const source = readFileSync(
    join(import.meta.dirname, "..", "support", "journals", "second-verifier.ts"),
    "utf8",
  );

  expect([...source.matchAll(/\bfrom "([^"]+)"|\bimport\(/g)].map(([, name]) => name)).toEqual([
    "node:crypto",
  ]);
});

describe("debates of the examples, as the command line tells of them", () => {
  const examples: readonly (readonly [string, readonly string[]])[] = [
    ["judges", ["run", join(EXAMPLES, "offline-sync.md")]],
    ["judges, two options", ["run", join(EXAMPLES, "two-options.md"), "-p", "judges"]],
    ["challenge", ["challenge", join(EXAMPLES, "session-store.md")]],
    ["board", ["run", join(EXAMPLES, "open-source-it.md"), "-p", "board"]],
    ["roundtable", ["run", join(EXAMPLES, "event-schema.md"), "-p", "roundtable"]],
    [
      "merge",
      ["merge", ...["data", "ops"].map((name) => join(EXAMPLES, `merge-plan/draft-${name}.md`))],
    ],
  ];

  test.each(examples)(
    "K9 R15 %s: chain, tallies, changes of mind, label and votes",
    async (_, args) => {
      const at = project();
      const held = await run(at, args);
      expect(held.code, held.stderr).toBe(10);

      const [file, audit, result] = await Promise.all(
        [
          ["report", "-f", "jsonl"],
          ["audit", "--json"],
          ["report", "-f", "json"],
        ].map(async (command) => (await run(at, command)).stdout),
      );
      const lines = readFile(file ?? "");

      expectSame(JSON.parse(audit ?? "") as Audit, lines);
      const { debate_result } = JSON.parse(result ?? "") as { debate_result: { audit: Audit } };
      expectSame(debate_result.audit, lines);
    },
  );
});

test(`K2 K9 R6 R7 R15 ${RUNS} panels of unruly judges: votes from their replies, and everything after`, async () => {
  const classes = new Set<string>();
  const labels = new Set<string>();
  for (let seed = 1; seed <= RUNS; seed++) {
    const { app, id, events } = await heldAtRandom(seed);
    const lines = readFile(await renderReport(await app.read(id), "jsonl"));
    const first = computeAudit(events);

    expectSame(first, lines, `seed ${seed}`);
    const outcome = findSettlement(events)!.outcome;
    const votes = judgesTallies(lines);
    const final = outcome.tallies.at(-1);
    expect(votes.blind, `seed ${seed}`).toEqual(outcome.baseline?.distribution ?? {});
    if (final) {
      expect(votes.final, `seed ${seed}`).toEqual(final.distribution);
      expect(votes.carried, `seed ${seed}`).toBe(final.carried);
    }
    for (const flip of first.flips) classes.add(flip.class);
    labels.add(first.strength);
  }
  expect(classes.size).toBeGreaterThan(1);
  expect(labels.size).toBeGreaterThan(2);
});

describe("journals made by chance", () => {
  const MODELS = [
    "anthropic/claude-x",
    "openai/gpt-9",
    "openrouter/meta/llama-4",
    "ollama/qwen3",
    "gateway/unheard-of",
    "offline",
    "google/gemini-pro",
    "xai/grok-2",
    "mistral/ministral-3b",
  ];
  const SEATS = ["ann", "bob", "cyd", "dee"];
  const OPTIONS = ["A", "B", "C"];

  const spoken = (round: number) => (by: string) =>
    fc.record({
      by: fc.constant(by),
      holds: fc.constantFrom(...OPTIONS),
      because: fc.oneof(
        fc.constant([]),
        fc.array(fc.constantFrom(...idsBefore(round), "Z9"), { maxLength: 3 }),
      ),
      words: fc.constantFrom(
        `${by} says what only ${by} would say of it`,
        "the same seven words that everyone else says",
        "of it",
        "",
      ),
      claims: fc
        .array(
          fc.record({
            about: fc.oneof(
              fc.constantFrom(...OPTIONS),
              fc.constantFrom(...SEATS, ...idsBefore(round)),
            ),
            side: fc.constantFrom("supports" as const, "attacks" as const),
            quote: fc.constantFrom(QUOTE, null, "too short", "invented words of some length"),
            text: fc.constantFrom(undefined, "the same seven words that everyone else says"),
          }),
          { maxLength: 2 },
        )
        .map((claims) =>
          claims.map(({ text, ...claim }, index) => ({
            id: `${by.charAt(0).toUpperCase()}${2 * round + index + 1}`,
            ...claim,
            ...(text !== undefined && { text }),
          })),
        ),
    });

  /** Ids that claims of earlier rounds can have. */
  function idsBefore(round: number): string[] {
    const numbers = Array.from({ length: 2 * round + 2 }, (_, index) => index + 1);
    return SEATS.flatMap((seat) =>
      numbers.map((number) => `${seat.charAt(0).toUpperCase()}${number}`),
    );
  }

  const journal = fc
    .record({
      models: fc.array(fc.constantFrom(...MODELS), { minLength: 4, maxLength: 4 }),
      size: fc.integer({ min: 1, max: 4 }),
      rounds: fc.tuple(...[0, 1, 2].map((round) => fc.tuple(...SEATS.map(spoken(round))))),
      shownRounds: fc.integer({ min: 1, max: 3 }),
      unsettled: fc.boolean(),
      judge: fc.constantFrom(undefined, "A", "B", null),
      reverted: fc.boolean(),
      agreed: fc.boolean(),
    })
    .map(({ models, size, rounds, shownRounds, unsettled, judge, reverted, agreed }) => {
      const seats = Object.fromEntries(SEATS.slice(0, size).map((seat, at) => [seat, models[at]!]));
      const turns = rounds.map((all) =>
        all.slice(0, size).map((turn) => (agreed ? { ...turn, holds: "A" } : turn)),
      ) as SpokenByHand[][];
      const before = turns[0]![0]!;
      const after = turns[1]![0]!;
      return handmade({
        seats,
        rounds: turns,
        shownRounds,
        unsettled,
        changes: {
          ...(judge !== undefined && {
            judge: { by: "judge", choice: judge, consistent: judge !== "B" },
          }),
          ...(reverted && {
            changes: [
              {
                by: before.by,
                round: 2,
                from: before.holds,
                to: after.holds,
                reason: "",
                causes: [],
                standing: "reverted" as const,
              },
            ],
          }),
        },
      });
    });

  test("R5 R6 R7 R8 R15 both read them alike, and every class and strength comes up", () => {
    const seen = new Map<string, number>();
    const note = (word: string): unknown => seen.set(word, (seen.get(word) ?? 0) + 1);
    fc.assert(
      fc.property(journal, (events) => {
        const audit = computeAudit(events);
        for (const flip of audit.flips) note(flip.class);
        note(audit.strength);

        expectSame(audit, JSON.parse(JSON.stringify(events)) as Line[]);
      }),
      { numRuns: 8 * RUNS },
    );

    expect([...seen.keys()].toSorted()).toEqual([
      "capitulated",
      "fair",
      "none",
      "persuaded",
      "reasoned-unverified",
      "self-corrected",
      "strong",
      "weak",
    ]);
  });
});

function expectSame(first: Audit, lines: readonly Line[], at = ""): void {
  const second = auditAgain(lines);
  const { tallies, independence } = first;

  expect(second.flips, at).toEqual(
    first.flips.map(({ by, key, from, to, class: kind, cause, towardMajority }) => ({
      by,
      key,
      from,
      to,
      class: kind,
      cause,
      towardMajority,
    })),
  );
  for (const name of ["blind", "final", "audited"] as const) {
    expect(second.tallies[name], `${at} ${name}`).toEqual(tallies[name]);
    expect(Object.keys(second.tallies[name].distribution), `${at} ${name}`).toEqual(
      Object.keys(tallies[name].distribution),
    );
  }
  expect(second.unanswered.toSorted(), at).toEqual(first.unanswered.toSorted());
  expect(second.families, at).toEqual(independence.families);
  expect(second.rho, at).toBe(independence.correlation.rho);
  expect(second.effectiveVotes, at).toBeCloseTo(independence.effectiveVotes, 12);
  expect(second.strength, at).toBe(first.strength);
}
