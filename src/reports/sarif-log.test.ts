/** What SARIF 2.1.0 and GitHub's code scanning require, as far as Dissent uses the format. */
import { expect, test } from "vitest";
import * as z from "zod";

import { handmade, QUOTE } from "../../test/support/journals/handmade-journal.ts";
import { computeAudit } from "../audit/audit.ts";
import type { Json } from "../domain/json.ts";
import { buildSarifLog } from "./sarif-log.ts";

const events = handmade({
  seats: { ann: "anthropic/opus", bob: "openai/gpt" },
  rounds: [
    [
      { by: "ann", holds: "A", claims: [{ id: "A1", about: "A", quote: QUOTE }] },
      {
        by: "bob",
        holds: "B",
        claims: [{ id: "B1", about: "A", side: "attacks", quote: QUOTE, text: "It fails." }],
      },
    ],
  ],
  changes: { ending: "open", label: "CONTESTED", choice: null },
});

const PATH = "plans of #1?/ä 100%.md";

function logWith(path: string): z.infer<typeof Log> {
  const log = buildSarifLog(events, computeAudit(events), {
    texts: new Map([["brief", `first\n${QUOTE}\n`]]),
    findPath: () => path,
    version: "1.2.3",
  });
  return Log.parse(JSON.parse(JSON.stringify(log)));
}

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0: a message has text, and text is a sentence. */
const Sentence = z.strictObject({ text: z.string().regex(/^\S[^]*[.!?”]$/) });
const Level = z.enum(["none", "note", "warning", "error"]);
const Line = z.int().min(1);

const Region = z
  .strictObject({ startLine: Line, endLine: Line })
  .refine(({ startLine, endLine }) => endLine >= startLine);

const Location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({
      // a relative reference: no scheme, no query, no fragment, no backslash, nothing above its base
      uri: z.string().regex(/^(?![a-z][\w+.-]*:|\/|.*\.\.\/)(?:[\w.~!*'()-]|%[\dA-F]{2}|\/)+$/i),
      uriBaseId: z.literal("%SRCROOT%"),
    }),
    region: Region,
  }),
});

/** https://docs.github.com/code-security: what a rule needs to be shown. */
const RuleDescriptor = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/),
  name: z.string().regex(/^(?:[A-Z][a-z]+)+$/),
  shortDescription: Sentence,
  fullDescription: Sentence.extend({ text: z.string().max(1024) }),
  help: z.strictObject({ text: z.string().min(1), markdown: z.string().min(1) }),
  helpUri: z.url({ protocol: /^https$/ }),
  defaultConfiguration: z.strictObject({ level: Level }),
});

const Result = z.strictObject({
  ruleId: z.string(),
  level: Level,
  message: z.strictObject({ text: z.string().min(1) }),
  locations: z.array(Location).min(1),
  partialFingerprints: z.record(z.string().regex(/^\w+\/v\d+$/), z.string().min(1)),
  properties: z.record(z.string(), z.string()),
});

const Log = z.strictObject({
  $schema: z.url({ protocol: /^https$/ }),
  version: z.literal("2.1.0"),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          fullName: z.string().min(1),
          version: z.string().min(1),
          semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
          informationUri: z.url({ protocol: /^https$/ }),
          rules: z.array(RuleDescriptor).min(1),
        }),
      }),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      invocations: z.array(z.unknown()).exactOptional(),
      results: z.array(Result).max(25_000),
    }),
  ]),
});

test("a log has what the format and GitHub require of it, and nothing that neither knows", () => {
  const [{ results, tool }] = logWith(PATH).runs;
  const rules = tool.driver.rules.map(({ id }) => id);

  expect(results).toHaveLength(1);
  expect(new Set(rules).size).toBe(rules.length);
  for (const { ruleId } of results) expect(rules).toContain(ruleId);
});

test("a file's name is an address that leads back to it, whatever its letters", () => {
  const [{ results }] = logWith(PATH).runs;
  const uri = results[0]?.locations[0]?.physicalLocation.artifactLocation.uri ?? "";

  expect(decodeURIComponent(new URL(uri, "file:///base/").pathname)).toBe(`/base/${PATH}`);
});

function findingLog(rows: readonly Json[], nobodyJudged = false) {
  const debate = handmade({
    seats: { ann: "anthropic/opus", bob: "openai/gpt" },
    rounds: [[{ by: "ann", holds: "A", claims: [{ id: "A1", about: "A", quote: QUOTE }] }]],
    changes: { result: { findings: rows, parts: [] }, ...(nobodyJudged && { nobodyJudged: true }) },
  });
  const log = buildSarifLog(debate, computeAudit(debate), {
    texts: new Map(),
    findPath: () => PATH,
    findLines: ({ side, firstLine, lastLine }) =>
      side === "old" ? { first: 7, last: 7 } : { first: firstLine, last: lastLine },
    version: "1.2.3",
  });
  return Log.parse(JSON.parse(JSON.stringify(log))).runs[0].results;
}

const FOUND = {
  id: "ann-1",
  fate: "confirmed",
  severity: "major",
  path: PATH,
  side: "new",
  first_line: 3,
  last_line: 4,
  quote: "return charge(total);",
  claim: "The limit is no longer checked",
  scenario: "A total of 900 is charged",
  found_by: ["ann"],
  refuted_by: [],
};

test("L8 findings are results at their lines: a blocker is an error, what is open a note", () => {
  const results = findingLog([
    FOUND,
    { ...FOUND, id: "ann-2", severity: "blocker", quote: "other" },
    { ...FOUND, id: "ann-3", severity: "minor", side: "old" },
    { ...FOUND, id: "ann-4", fate: "disputed", severity: "blocker" },
  ]);

  expect(
    results.map(({ ruleId, level, locations, properties }) => [
      properties["finding"],
      ruleId,
      level,
      locations[0]?.physicalLocation.region.startLine,
    ]),
  ).toEqual([
    ["ann-2", "confirmed-finding", "error", 3],
    ["ann-1", "confirmed-finding", "warning", 3],
    ["ann-3", "confirmed-finding", "note", 7],
    ["ann-4", "open-finding", "note", 3],
  ]);
  expect(results[1]?.message.text).toBe(
    "The limit is no longer checked. A total of 900 is charged.",
  );
});

test("L7 what was refuted, withdrawn or settled before is no result", () => {
  const gone = ["refuted", "withdrawn", "settled before"].map((fate) => ({ ...FOUND, fate }));

  expect(findingLog(gone)).toEqual([]);
});

test("K20 what built-in readers found is a note", () => {
  expect(findingLog([FOUND], true)).toMatchObject([{ level: "note" }]);
});

test("a fingerprint stays while the lines do, whatever is said of them, and several stay apart", () => {
  const [one, two] = findingLog([FOUND, { ...FOUND, id: "ann-2" }]);
  const [later] = findingLog([
    { ...FOUND, claim: "Other words.", first_line: 30, last_line: 31, severity: "blocker" },
  ]);

  expect(later?.partialFingerprints).toEqual(one?.partialFingerprints);
  expect(two?.partialFingerprints).not.toEqual(one?.partialFingerprints);
});
