/**
 * What every ended debate counts for in statistics, worked out once per journal: 10,000 of them are read in the time
 * that a few take to compute.
 */
import { OUTCOME_STRENGTHS } from "../../audit/measures/outcome-strength.ts";
import { CASE_RULES, createDebateCase, type DebateCase } from "../../audit/project-stats.ts";
import type { DebateReader } from "../../debates/debate-reader.ts";
import {
  anyBoolean,
  anyText,
  expectChoice,
  expectObject,
  expectRecord,
  integerInRange,
  numberInRange,
  orNull,
  type ShapeCheck,
} from "../../domain/journal/shape.ts";
import { StoreError } from "../../errors.ts";
import type { JournalFigures } from "../../store.ts";
import { readPackageVersion } from "../package-version.ts";

/** A debate that is damaged is left out. */
export async function readDebateCases(
  { figures, read }: Pick<DebateReader, "figures" | "read">,
  debates: readonly string[],
  onDamaged: (debate: string, error: StoreError) => void = () => {},
): Promise<DebateCase[]> {
  const rules = `${CASE_RULES} ${readPackageVersion()}`;
  const known = (await figures?.read(rules)) ?? new Map<string, string>();
  const computed: JournalFigures[] = [];
  const cases: DebateCase[] = [];
  for (const debate of debates) {
    try {
      const one = parseDebateCase(known.get(debate)) ?? (await compute(debate));
      if (one !== "none") cases.push(one);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "store-corrupt") throw error;
      onDamaged(debate, error);
    }
  }
  // where they cannot be kept, they are computed again the next time
  if (computed.length > 0) await figures?.keep(rules, computed).catch(() => {});
  return cases;

  async function compute(debate: string): Promise<DebateCase | "none"> {
    const { events } = await read(debate);
    const one = createDebateCase(events) ?? "none";
    computed.push({ debate, events: events.length, text: JSON.stringify(one) });
    return one;
  }
}

/** Undefined where it is not known. The file may come from anyone. */
function parseDebateCase(text: string | undefined): DebateCase | "none" | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return kept === "none" || caseShape(kept) === undefined
      ? (kept as DebateCase | "none")
      : undefined;
  } catch {
    return undefined;
  }
}

const count = integerInRange(0);
const amount = numberInRange(0, Number.MAX_VALUE);

const CASE_FIELDS: { readonly [Name in keyof DebateCase]: ShapeCheck } = {
  id: anyText,
  protocol: anyText,
  panel: anyText,
  strength: expectChoice(...OUTCOME_STRENGTHS),
  contested: anyBoolean,
  failed: anyBoolean,
  degraded: anyBoolean,
  changed: anyBoolean,
  hollow: anyBoolean,
  flips: count,
  capitulations: count,
  calls: count,
  costUsd: amount,
  extraCalls: count,
  extraUsd: amount,
  extraMs: amount,
  verdict: orNull(expectChoice("right", "wrong", "partial")),
  votes: expectRecord(anyText),
  choice: orNull(anyText),
};

const caseShape = expectObject(CASE_FIELDS);
