import type { LocatedStatement } from "../claims/document-statements.ts";
import type { ScheduledDate } from "../claims/schedule.ts";
import type { StepDependency } from "../claims/step-dependencies.ts";
/** Things that are to begin before what they wait for has ended. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type FoundContradiction, createFoundContradiction } from "./found-contradiction.ts";

const MOST_FOUND = 50;

/** Of one document: each dependency is held against the first dates that are given for both ends. */
export async function findImpossibleDates(
  dependencies: readonly LocatedStatement<StepDependency>[],
  dates: readonly LocatedStatement<ScheduledDate>[],
  breathe: YieldToEventLoop,
): Promise<FoundContradiction[]> {
  const given = new Map<string, LocatedStatement<ScheduledDate>>();
  for (const date of dates) {
    const key = `${date.said.edge} ${date.said.node}`;
    if (!given.has(key)) given.set(key, date);
  }
  const found: FoundContradiction[] = [];
  for (const dependency of dependencies) {
    const begins = given.get(`begins ${dependency.said.later}`);
    if (begins === undefined || found.length >= MOST_FOUND) continue;
    await breathe();
    const { earlier } = dependency.said;
    const before = given.get(`ends ${earlier}`) ?? given.get(`begins ${earlier}`);
    if (before !== undefined && begins.said.days.to < before.said.days.from) {
      found.push(describeImpossibleDate(dependency, begins, before));
    }
  }
  return found;
}

function describeImpossibleDate(
  dependency: LocatedStatement<StepDependency>,
  begins: LocatedStatement<ScheduledDate>,
  before: LocatedStatement<ScheduledDate>,
): FoundContradiction {
  const { laterAs, earlierAs } = dependency.said;
  const lines = [begins, dependency, before].map(({ at }) => `line ${at.line}`);
  return createFoundContradiction([begins, before, dependency], {
    kind: "sequence",
    severity: "High",
    topic: laterAs,
    summary:
      `${laterAs} begins on ${begins.said.date} (${lines[0]}), but waits for ${earlierAs} (${lines[1]}), ` +
      `which ${before.said.edge} on ${before.said.date} (${lines[2]}).`,
  });
}
