import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { Json } from "../../../domain/json.ts";
import { asYaml } from "./result-yaml.ts";

describe("the return contract as YAML", () => {
  test("it is written for people", () => {
    const contract = {
      status: "partial",
      merged_output_path: null,
      base_variant: 2,
      convergence_score: 0.75,
      unresolved_conflicts: [{ point: "C-001", summary: "Storage: yes" }],
      reasons: ["not_converged"],
      overrides: [],
    };

    expect(asYaml(contract)).toBe(
      [
        'status: "partial"',
        "merged_output_path: null",
        "base_variant: 2",
        "convergence_score: 0.75",
        "unresolved_conflicts:",
        '  - point: "C-001"',
        '    summary: "Storage: yes"',
        "reasons:",
        '  - "not_converged"',
        "overrides: []",
        "",
      ].join("\n"),
    );
  });

  test("K17 whatever the words are, it reads back as what was written", () => {
    const trap = fc.constantFrom(
      "yes",
      "null",
      "- a",
      "a: b",
      "# x",
      "\u2028",
      "\ufeff",
      "---",
      "*a",
    );
    const value = fc.oneof(trap, fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }));
    const records = fc.dictionary(fc.string({ maxLength: 8 }), value as fc.Arbitrary<Json>, {
      maxKeys: 5,
      noNullPrototype: true,
    });

    fc.assert(
      fc.property(records, (record) => {
        const text = asYaml(record);
        expect(parse(text) ?? {}).toEqual(JSON.parse(JSON.stringify(record)));
      }),
      { numRuns: 50 },
    );
  });
});
