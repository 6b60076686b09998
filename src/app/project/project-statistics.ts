/** K18: statistics over all ended debates, counted as far as one request allows. Recorded replies say nothing about a project. */
import { computeMonthlyStats } from "../../audit/monthly-stats.ts";
import { computeProjectStats, type DebateCase } from "../../audit/project-stats.ts";
import { computeStrengthCalibration } from "../../audit/strength-calibration.ts";
import type { Dissent } from "../../dissent.ts";
import { readDebateCases } from "./debate-cases.ts";

/** A page asks again until all are counted, so that nobody waits for a long history. */
const MOST_NEW_CASES = 100;

interface KnownCase {
  readonly updatedMs: number;
  /** Null for a debate that counts for nothing. */
  readonly one: DebateCase | null;
}

const knownCases = new WeakMap<Dissent, Map<string, KnownCase>>();

export async function computeProjectStatistics(app: Dissent) {
  const known = knownCases.get(app) ?? new Map<string, KnownCase>();
  knownCases.set(app, known);
  const ended = await app.list({ status: "settled" });
  const missing = ended.filter(({ id, updatedMs }) => known.get(id)?.updatedMs !== updatedMs);
  const fresh = missing.slice(0, MOST_NEW_CASES);
  const read = await readDebateCases(
    app,
    fresh.map(({ id }) => id),
  );
  const byId = new Map(read.map((one) => [one.id, one]));
  for (const { id, updatedMs } of fresh) known.set(id, { updatedMs, one: byId.get(id) ?? null });
  const cases = ended.flatMap(({ id }) => known.get(id)?.one ?? []);
  const endMs = new Map(ended.map(({ id, updatedMs }) => [id, updatedMs]));
  return {
    uncounted: missing.length - fresh.length,
    ...computeProjectStats(cases),
    months: computeMonthlyStats(cases, (debate) => endMs.get(debate) ?? 0),
    calibration: computeStrengthCalibration(cases),
  };
}
