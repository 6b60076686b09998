import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createQuoteChecker } from "../../domain/evidence.ts";
import { passagesOf } from "./passages.ts";

const said = (text: string): string[] => passagesOf("brief", text).map((passage) => passage.said);

test("a sentence that turns is two statements", () => {
  expect(
    said("It is fast for all, but nobody here has run it. It is simple but loses data at night."),
  ).toEqual([
    "It is fast for all",
    "nobody here has run it",
    "It is simple",
    "it loses data at night",
  ]);
});

test("a list in a sentence and a verb left out are no turns", () => {
  expect(
    said("Trials, plans, and the price list change. Prices work there, but our discounts do not."),
  ).toEqual([
    "Trials, plans, and the price list change",
    "Prices work there, but our discounts do not",
  ]);
});

test("abbreviations and decimals do not end a sentence", () => {
  expect(said("It costs e.g. 1.5 days. Then it ends.")).toEqual([
    "It costs e.g. 1.5 days",
    "Then it ends",
  ]);
});

test("headings and bold leads stand above what follows; code is not read", () => {
  const text = "# Plan\n\n- **Sync.** It merges all of it.\n\n```\nlose data\n```\n";

  expect(passagesOf("brief", text)).toMatchObject([
    { said: "It merges all of it", under: ["Sync", "Plan"] },
  ]);
});

test("a table cell knows its row and its column", () => {
  const text = "| Option | Effort |\n|---|---|\n| Kafka | 3 weeks |\n";

  expect(passagesOf("brief", text)).toEqual([
    {
      source: "brief",
      quote: "Kafka | 3 weeks",
      said: "Effort: 3 weeks",
      under: ["Kafka", "Effort"],
      follows: null,
      form: "cell",
    },
  ]);
});

test("every passage of any text occurs in that text", () => {
  const pieces = fc.constantFrom(
    "It fails. ",
    "**b** ",
    "| x | y |\n",
    "\n\n",
    "- a; b, but c d e f ",
    "# h\n",
    "“q” ",
    "\r\n",
    "é ﬁ ",
  );
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: "grapheme" })), { maxLength: 30 });

  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join("");
      const check = createQuoteChecker(new Map([["brief", whole]]));
      for (const passage of passagesOf("brief", whole)) {
        expect(whole).toContain(passage.quote);
        if (passage.quote.trim().length > 5) expect(check(passage).verified).toBe(true);
      }
    }),
  );
});
