import { readFileSync } from "node:fs";

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { BODY_SOURCE, type Brief, type Option, listQuotableTexts } from "../../../domain/brief.ts";
import { createQuoteChecker } from "../../../domain/evidence.ts";
import { ModelError } from "../../../model.ts";
import type { JudgePosition } from "../prompts/prompt-input.ts";
import { LENSES } from "../rules/lens.ts";
import { recommend } from "./recommend.ts";
import { respond } from "./respond.ts";

/** Option, headline and confidence of every judge in both rounds, options told by their labels. */
function told(brief: Brief): unknown {
  const label = (id: string): string => brief.options.find((option) => option.id === id)!.label;
  try {
    const positions = LENSES.map((lens) => positionOf(brief, lens));
    const replies = positions.map((own) => {
      const peers = positions.filter((position) => position !== own);
      return respond({
        kind: "judges.respond",
        brief,
        judge: own.judge,
        lens: own.lens,
        own,
        peers,
      });
    });
    return [...positions, ...replies].map(({ option, headline, confidence }) => {
      return [label(option), headline, confidence];
    });
  } catch (error) {
    if (error instanceof ModelError) return "refused";
    throw error;
  }
}

function positionOf(brief: Brief, lens: (typeof LENSES)[number]): JudgePosition {
  const mark = lens[0]!.toUpperCase();
  const judge = { id: lens, name: lens, role: "judge", stance: null, model: "offline", mark };
  const reply = recommend({ kind: "judges.recommend", brief, judge, lens });
  const check = createQuoteChecker(listQuotableTexts(brief));
  const claims = reply.claims.map((claim, index) => {
    return { ...claim, id: `${mark}${index + 1}`, by: lens, evidence: claim.evidence.map(check) };
  });
  return { judge, lens, ...reply, claims };
}

function briefOf(options: readonly Option[], body: string): Brief {
  const source = { id: BODY_SOURCE, title: "", sha256: "", bytes: 0, text: body };
  return {
    id: "q",
    question: "?",
    options,
    sources: [source],
    featureName: null,
    featureDir: null,
  };
}

function example(name: string): Brief {
  const text = readFileSync(new URL(`../../../../examples/${name}.md`, import.meta.url), "utf8");
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;
  const { options } = parse(front!) as { options: Record<string, string | Omit<Option, "id">> };
  const listed = Object.entries(options).map(([id, option]) =>
    typeof option === "string" ? { id, label: option, description: "" } : { id, ...option },
  );
  return briefOf(listed, body!);
}

const FRAGMENTS = [
  "It takes two weeks.",
  "It takes both engineers three months, and nobody here has done it.",
  "A failed run is retried.",
  "Customers would cancel.",
  "It saves 30 % of the time.",
  "The red plan is slow; the blue plan loses data.",
  "The green one needs a month, but it is reliable.",
  "Crews without a signal wait.",
  "It works offline.",
  "Nothing special",
];
const prose = fc
  .array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 })
  .map((parts) => parts.join(" "));
const labels = [
  "Red plan",
  "Blue plan",
  "Keep the grey one",
  "A green one: cheap",
  "Wait, then see",
];
const option = fc.record({ label: fc.constantFrom(...labels), description: prose });
const options = fc.uniqueArray(option, {
  minLength: 2,
  maxLength: 5,
  selector: ({ label }) => label,
});
const synthetic = fc.tuple(options, prose).map(([list, body]) => {
  return briefOf(
    list.map((one, index) => ({ id: "ABCDE"[index]!, ...one })),
    body,
  );
});
const examples = ["offline-sync", "queue-or-cron", "rewrite-billing", "two-options"].map(example);

test("the choice follows the text of an option, never its letter or its place", () => {
  const shuffled = fc.oneof(fc.constantFrom(...examples), synthetic).chain((brief) => {
    const ids = brief.options.map(({ id }) => id);
    const order = fc.shuffledSubarray(ids, { minLength: ids.length });
    return fc.record({ brief: fc.constant(brief), letters: order, places: order });
  });

  fc.assert(
    fc.property(shuffled, ({ brief, letters, places }) => {
      const lettered = brief.options.map((one, index) => ({ ...one, id: letters[index]! }));
      const moved = places.map((place) => lettered.find(({ id }) => id === place)!);

      expect(told({ ...brief, options: moved })).toEqual(told(brief));
    }),
    { numRuns: 25 },
  );
}, 30_000);
