import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  EVIDENCE_KINDS,
  type Evidence,
  createEvidenceCheck,
  createQuoteChecker,
  describeEvidenceCheck,
  foldText,
  formatEvidenceWords,
} from "./evidence.ts";

const check = createQuoteChecker(
  new Map([
    [
      "brief",
      "The crews’ app — “v2” — must work\n  offline in the valleys. Cost: ﬁve days, 5 × 2.",
    ],
    ["empty", ""],
  ]),
);
const verified = (quote: string, source = "brief") => check({ source, quote }).verified;

test.each([
  "must work offline",
  "The crews' app",
  'app - "v2" - must',
  "must   work\n\toffline",
  "  in the valleys. ",
  "five days",
  "crews’ app – „v2‟",
])("K7 %j occurs there, whatever its spaces, quote marks and dashes", (quote) => {
  expect(verified(quote)).toBe(true);
});

test.each(["must not work", "THE CREWS", "offline in valleys", "", "  ", "a", "of", "..."])(
  "K7 %j does not occur there, or proves nothing",
  (quote) => {
    expect(verified(quote)).toBe(false);
  },
);

test.each([
  ["we don´t ship", "we don't ship", "we don’t ship", "we don`t ship"],
  ["a 5″ screen", 'a 5" screen', "a 5” screen", "a 5＂ screen"],
])("K7 %j is found by any mark, also by those that fall apart in NFKC", (text, ...quotes) => {
  const within = createQuoteChecker(new Map([["brief", text]]));
  for (const quote of [text, ...quotes]) {
    expect(within({ source: "brief", quote })).toMatchObject({ verified: true });
    const back = createQuoteChecker(new Map([["brief", quote]]));
    expect(back({ source: "brief", quote: text })).toMatchObject({ verified: true });
  }
});

test("K7 a quote is looked for in the source it names and in no other", () => {
  expect(verified("must work offline", "empty")).toBe(false);
  expect(verified("must work offline", "nowhere")).toBe(false);
  expect(verified("must work offline", "__proto__")).toBe(false);
});

test("K7 any part of a text that is long enough is found in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
      const start = a % text.length;
      const quote = text.slice(start, start + 1 + (b % text.length));
      fc.pre(text.isWellFormed() && quote.isWellFormed());
      fc.pre(foldText(quote).length >= 3 && foldText(text).includes(foldText(quote)));
      const inText = createQuoteChecker(new Map([["s", `before ${text} after`]]));

      expect(inText({ source: "s", quote: foldText(quote) }).verified).toBe(true);
    }),
  );
});

test("K7 folding twice is folding once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

test("K7 a quote with a secret taken out of it is found in its source, which still holds the secret", () => {
  const source = 'The agent signs in with AKIAIOSFODNN7EXAMPLE and password: "tr0ub4dor-and-3".';
  const check = createQuoteChecker(new Map([["s", source]]));
  const verified = (quote: string): boolean => check({ source: "s", quote }).verified;

  expect(verified("signs in with [redacted] and")).toBe(true);
  expect(verified('password: "[redacted]"')).toBe(true);
  expect(verified("signs in with AKIAIOSFODNN7EXAMPLE")).toBe(true);
  expect(verified("signs out with [redacted]")).toBe(false);
  expect(verified("The agent [redacted] in")).toBe(false);
  expect(verified("[redacted]")).toBe(false);
});

const plan = createEvidenceCheck(
  new Map([
    ["plan", "Copy 6.7 TB over the night at 40 MB/s. Rollbacks are not planned."],
    ["notes", "The window is 8 h."],
  ]),
);
const shown = new Map([["risk-1", "The copy takes 46.5 h, the budget is 12 people."]]);
const holds = (evidence: Evidence) => plan(evidence, shown).verified;

test.each<Evidence>([
  { kind: "calculation", source: "plan", quote: "6.7 TB / 40 MB/s = 46.5 h" },
  { kind: "calculation", source: "", quote: "6.7 TB / 40 MB/s = 46.5 h > 8 h" },
  { kind: "calculation", source: "", quote: "46.5 h / 8 h = 5.8" },
  { kind: "silence", source: "plan", quote: "backup, restore" },
  { kind: "silence", source: "", quote: "backup" },
  { kind: "silence", source: "plan", quote: "lanning" },
  { kind: "quote", source: "risk-1", quote: "The copy takes 46.5 h" },
])("K7 $kind holds: $quote in $source", (evidence) => {
  expect(holds(evidence)).toBe(true);
});

test.each<Evidence>([
  { kind: "calculation", source: "plan", quote: "6.7 TB / 40 MB/s = 26.5 h" },
  { kind: "calculation", source: "plan", quote: "8 h * 40 = 320 h > 46.5 h" },
  { kind: "calculation", source: "nowhere", quote: "6.7 TB / 40 MB/s = 46.5 h" },
  { kind: "silence", source: "plan", quote: "rollback" },
  { kind: "silence", source: "plan", quote: "backup, rollback" },
  { kind: "silence", source: "nowhere", quote: "backup" },
  { kind: "silence", source: "plan", quote: "" },
  { kind: "silence", source: "plan", quote: "xy" },
  { kind: "knowledge", source: "", quote: "Copies of disks take long" },
  { kind: "quote", source: "risk-2", quote: "The copy takes 46.5 h" },
])("K7 $kind does not hold: $quote in $source", (evidence) => {
  expect(holds(evidence)).toBe(false);
});

test("K7 every surface says which kind of evidence it is and what the check came to", () => {
  const kinds = EVIDENCE_KINDS.flatMap((kind) =>
    [true, false].map((found) => ({ kind, source: "plan", quote: "words", verified: found })),
  );

  expect(kinds.map((one) => `${formatEvidenceWords(one)} (${describeEvidenceCheck(one)})`)).toEqual(
    [
      "plan: “words” (quoted)",
      "plan: “words” (not found there)",
      "calculation: words (calculated again)",
      "calculation: words (does not come out, or uses figures of no source)",
      "no mention of words in plan (searched, not found)",
      "no mention of words in plan (but it is mentioned there)",
      "general knowledge: words (general knowledge, not checked)",
      "general knowledge: words (general knowledge, not checked)",
    ],
  );
});

test("K7 figures that a source has in words count as figures of a calculation", () => {
  const words = createQuoteChecker(
    new Map([
      [
        "brief",
        "It takes both engineers 14 weeks, and drafts cover Eight of\nten visits in six weeks.",
      ],
    ]),
  );
  const comesOut = (quote: string) =>
    words({ kind: "calculation", source: "brief", quote }).verified;

  expect(comesOut("8 / 10 = 0.8")).toBe(true);
  expect(comesOut("6 weeks * 2 = 12 weeks < 14 weeks")).toBe(true);
  expect(comesOut("9 / 10 = 0.9")).toBe(false);
});
