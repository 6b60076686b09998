/** Things that are to begin before what they wait for has ended. */
import type { Breath } from "./breath.ts";
import type { Dependency } from "./dependencies.ts";
import { type Found, foundIn } from "./finding.ts";
import type { Stated } from "./reading.ts";
import type { Scheduled } from "./schedule.ts";

const MOST_FOUND = 50;

/** Of one document: each dependency is held against the first dates that are given for both ends. */
export async function impossibleDates(
  dependencies: readonly Stated<Dependency>[],
  dates: readonly Stated<Scheduled>[],
  breathe: Breath,
): Promise<Found[]> {
  const given = new Map<string, Stated<Scheduled>>();
  for (const date of dates) {
    const key = `${date.said.edge} ${date.said.node}`;
    if (!given.has(key)) given.set(key, date);
  }
  const found: Found[] = [];
  for (const dependency of dependencies) {
    const begins = given.get(`begins ${dependency.said.later}`);
    if (begins === undefined || found.length >= MOST_FOUND) continue;
    await breathe();
    const { earlier } = dependency.said;
    const before = given.get(`ends ${earlier}`) ?? given.get(`begins ${earlier}`);
    if (before !== undefined && begins.said.days.to < before.said.days.from) {
      found.push(impossible(dependency, begins, before));
    }
  }
  return found;
}

function impossible(
  dependency: Stated<Dependency>,
  begins: Stated<Scheduled>,
  before: Stated<Scheduled>,
): Found {
  const { laterAs, earlierAs } = dependency.said;
  const lines = [begins, dependency, before].map(({ at }) => `line ${at.line}`);
  return foundIn([begins, before, dependency], {
    kind: "sequence",
    severity: "High",
    topic: laterAs,
    summary:
      `${laterAs} begins on ${begins.said.date} (${lines[0]}), but waits for ${earlierAs} (${lines[1]}), ` +
      `which ${before.said.edge} on ${before.said.date} (${lines[2]}).`,
  });
}
