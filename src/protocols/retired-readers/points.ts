/** What can be said for or against an option through one lens, strongest first. */
import { daysOf } from "./days.ts";
import type { PassageFinding } from "./findings.ts";
import type { OldLensId } from "./old-lens.ts";
import type { BriefPassage } from "./passages.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import { bearsOn } from "./weigh.ts";
import type { EffortWork } from "./work.ts";

export interface ArgumentPoint {
  readonly passage: BriefPassage;
  readonly option: string;
  readonly side: "supports" | "attacks";
  readonly strength: number;
  readonly hard: boolean;
  /** How many things the passage says of the option. */
  readonly breadth: number;
  /** What it is about, such as `risk/technical`, `need` or `work/too-much`; chooses the words. */
  readonly topic: string;
}

export function pointsOf(
  reading: OfflineBriefReading,
  lens: OldLensId,
  findings = reading.findings,
): ArgumentPoint[] {
  // a name is no argument, though it may tip a scale
  const found = findings.filter(
    ({ measure, passage }) => bearsOn(lens, measure) && passage.form !== "name",
  );
  const points = found.map((finding) => pointOf(finding, lens));
  const work = lens === "effort" ? reading.work.flatMap((one) => workPoint(one, reading)) : [];
  return onePerPassage([...work, ...points]);
}

function pointOf(finding: PassageFinding, lens: OldLensId): ArgumentPoint {
  const { passage, option, measure, kind, weight, hard, indirect } = finding;
  const good = measure === "value" ? weight > 0 : weight < 0;
  // through the lens of effort, value is what the work is for, and the work itself comes first
  const aside = lens === "effort" && measure === "value" ? 1 : 0;
  return {
    passage,
    option,
    side: good ? "supports" : "attacks",
    strength: Math.abs(weight) * 2 - aside + (hard ? 1 : 0),
    hard,
    breadth: 1,
    topic: indirect ? (good ? "need/served" : "need/left") : `${measure}/${kind}`,
  };
}

/** An estimate speaks for the smallest work, and against what is too much or a multiple of it. */
function workPoint({ option, passage }: EffortWork, reading: OfflineBriefReading): ArgumentPoint[] {
  const totals = reading.options
    .map(({ id }) => daysOf(id, reading))
    .filter(({ stated }) => stated)
    .map(({ total }) => total);
  const own = daysOf(option, reading).total;
  const least = Math.min(...totals);
  const limit = reading.capacity?.days ?? null;
  const base = { passage, option, hard: true, breadth: 1 };
  if (limit !== null && own > limit) {
    return [{ ...base, side: "attacks", strength: 9, topic: "work/too-much" }];
  }
  if (totals.length > 1 && own === least) {
    return [{ ...base, side: "supports", strength: 7, topic: "work/least" }];
  }
  if (limit !== null && own * 2 <= limit) {
    return [{ ...base, side: "supports", strength: 7, topic: "work/fits" }];
  }
  if (totals.length > 1 && own >= 3 * least) {
    return [{ ...base, side: "attacks", strength: 6, topic: "work/multiple" }];
  }
  return [{ ...base, side: "supports", strength: 4, topic: "work/stated" }];
}

/** A passage makes one point about an option: its strongest. */
function onePerPassage(points: readonly ArgumentPoint[]): ArgumentPoint[] {
  const strongest = new Map<string, ArgumentPoint>();
  for (const point of points.toSorted(byStrength)) {
    const { passage, option } = point;
    const key = `${option}/${passage.source}/${passage.quote}/${passage.said}`;
    const known = strongest.get(key);
    strongest.set(key, known ? { ...known, breadth: known.breadth + 1 } : point);
  }
  return [...strongest.values()].toSorted(byStrength);
}

function byStrength(a: ArgumentPoint, b: ArgumentPoint): number {
  return (
    b.strength - a.strength ||
    Number(b.hard) - Number(a.hard) ||
    b.breadth - a.breadth ||
    compare(a.passage.said, b.passage.said) ||
    TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic)
  );
}

/** Which of several things one passage says is named first. */
const TOPICS = [
  "risk/technical",
  "risk/business",
  "risk/user",
  "risk/operational",
  "value/growth",
  "value/competitive",
  "value/delight",
  "value/retention",
  "uncertainty/uncertainty",
];

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
