/** Changes, replies and whole debates of `review`, for tests. */
import { createSource } from "../../../src/config/context/read-context.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import { type Script, scripted } from "../../../src/models/scripted.ts";
import { review } from "../../../src/protocols/review/protocol.ts";
import type {
  AnswerToFinding,
  DefenceOfFinding,
  FiledFinding,
  VerdictOnFinding,
} from "../../../src/protocols/review/replies.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { type Held, type HoldingOptions, holdDebate } from "./debate.ts";

/** The change takes the limit away, and a comment comes in. */
export const PAID = [
  "export function pay(order) {",
  "  // sums what is in the basket",
  "  const total = order.items.reduce((sum, item) => sum + item.price, 0);",
  "  return charge(order.card, total);",
  "}",
  "",
].join("\n");

export const DIFF = [
  "diff --git a/src/pay.js b/src/pay.js",
  "index 1111111..2222222 100644",
  "--- a/src/pay.js",
  "+++ b/src/pay.js",
  "@@ -1,5 +1,5 @@",
  " export function pay(order) {",
  "+  // sums what is in the basket",
  "   const total = order.items.reduce((sum, item) => sum + item.price, 0);",
  "-  if (total > order.limit) throw new Error('limit');",
  "   return charge(order.card, total);",
  " }",
  "",
].join("\n");

/** Two conflict markers, each of which the built-in reader finds. */
export const CONFLICT = DIFF.replace("@@ -1,5 +1,5 @@", "@@ -1,5 +1,7 @@").replace(
  "+  // sums",
  "+<<<<<<< HEAD\n+>>>>>>> theirs\n+  // sums",
);

export function changeBrief({
  diff = DIFF,
  texts = { 1: PAID },
  earlier = null,
}: {
  readonly diff?: string;
  readonly texts?: Readonly<Record<number, string>>;
  readonly earlier?: string | null;
} = {}): Brief {
  return {
    id: "review-pay",
    question: "Should this change be merged: pay?",
    options: [],
    sources: [
      createSource("brief", "about the change", "Simplify pay."),
      createSource("change", "pay", diff),
      ...Object.entries(texts).map(([at, text]) => createSource(`file-${at}`, `file ${at}`, text)),
      ...(earlier === null ? [] : [createSource("earlier", "settled before", earlier)]),
    ],
    featureName: null,
    featureDir: null,
  };
}

type Said = { readonly reply: Json };

function reply(value: object): Said {
  return { reply: JSON.parse(JSON.stringify(value)) as Json };
}

export const CHARGE = "  return charge(order.card, total);";
export const LIMIT = "  if (total > order.limit) throw new Error('limit');";

export function finding(changes: Partial<FiledFinding> = {}): FiledFinding {
  return {
    file: "src/pay.js",
    side: "old",
    first_line: 3,
    last_line: 3,
    quote: LIMIT,
    severity: "major",
    claim: "The limit of an order is no longer checked.",
    scenario: "An order with limit 100 and items of 900 is charged 900; before it threw.",
    suggestion: "Keep the check.",
    replacement: null,
    evidence: [],
    ...changes,
  };
}

export function finds(...findings: readonly FiledFinding[]): Said {
  return reply({ findings, looked_at: findings.length === 0 ? "I followed every caller." : null });
}

export function verdict(
  id: string,
  given: VerdictOnFinding["verdict"],
  changes: Partial<VerdictOnFinding> = {},
): VerdictOnFinding {
  return {
    finding: id,
    verdict: given,
    severity: given === "confirm" ? "major" : null,
    reason:
      given === "confirm"
        ? `The check that ${id} names is gone, and charge is called with any total.`
        : `What ${id} fears is prevented by the line that follows in the same function.`,
    evidence:
      given === "cannot tell" ? [] : [{ kind: "quote", source: "file-1", quote: CHARGE.trim() }],
    ...changes,
  };
}

export function judges(...verdicts: readonly VerdictOnFinding[]): Said {
  return reply({ verdicts });
}

export function answersAs(
  id: string,
  answer: AnswerToFinding["answer"],
  changes: Partial<AnswerToFinding> = {},
): Said {
  return reply({
    answers: [
      {
        finding: id,
        answer,
        reason: `The gateway that charge calls holds the limit that ${id} misses.`,
        evidence: [{ kind: "quote", source: "file-1", quote: CHARGE.trim() }],
        ...changes,
      },
    ],
  });
}

export function defends(
  id: string,
  choice: DefenceOfFinding["choice"],
  changes: Partial<DefenceOfFinding> = {},
): Said {
  return reply({
    defences: [
      {
        finding: id,
        choice,
        reason: `Nothing after the removed line of ${id} compares the total with a limit.`,
        evidence: [],
        ...changes,
      },
    ],
  });
}

/** Nobody finds anything, unless the script says so. */
export function quiet(changes: Script = {}): Script {
  return {
    "findings/correctness": finds(),
    "findings/security": finds(),
    "findings/operations": finds(),
    ...changes,
  };
}

/** Correctness finds one thing, and the two others say something of it. */
export function oneFinding(
  security: VerdictOnFinding["verdict"],
  operations: VerdictOnFinding["verdict"],
  changes: Script = {},
): Script {
  return quiet({
    "findings/correctness": finds(finding()),
    "cross/security": judges(verdict("correctness-1", security)),
    "cross/operations": judges(
      verdict("correctness-1", operations, {
        ...(operations === "refute" && {
          reason:
            "The order of correctness-1 never gets here: the basket refuses it before pay is called.",
        }),
      }),
    ),
    ...changes,
  });
}

/** A refuted finding that its author defends, and both refuters stay with it. */
export function defended(changes: Script = {}): Script {
  return oneFinding("refute", "refute", {
    "defence/correctness": defends("correctness-1", "maintain"),
    "rulings/security": judges(verdict("correctness-1", "refute")),
    "rulings/operations": judges(
      verdict("correctness-1", "refute", {
        reason: "The basket refuses such an order long before correctness-1 could happen.",
      }),
    ),
    ...changes,
  });
}

export async function holdReview(script: Script, options: HoldingOptions = {}): Promise<Held> {
  const clock = options.clock ?? fakeClock();
  return holdDebate("review", {
    brief: changeBrief(),
    ...options,
    clock,
    protocol: review,
    model: options.model ?? scripted(script, { clock }),
  });
}

/** Rows of the result's findings. */
export function readFindingRows(held: Held): readonly Record<string, Json>[] {
  return (held.outcome?.result["findings"] ?? []) as readonly Record<string, Json>[];
}
