/** Person-days of an option by kind of work: as stated, or estimated from its own words. */
import type { EffortKind } from "./cues.ts";
import { EFFORT_KINDS, type OldEffortEvaluation } from "./old-lens.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import { asSentence } from "./sentences.ts";
import type { EffortWork } from "./work.ts";

export interface EffortDays {
  readonly rows: OldEffortEvaluation["rows"];
  readonly total: number;
  readonly stated: boolean;
  readonly vague: boolean;
}

/** How a single figure for all the work is usually spent; a stated estimate includes its tests. */
const SPLIT: Readonly<Record<EffortKind, number>> = {
  implementation: 0.65,
  testing: 0.2,
  polish: 0.1,
  documentation: 0.05,
};

const SPLIT_IN_WORDS: Readonly<Record<EffortKind, string>> = {
  implementation: "Two thirds",
  testing: "A fifth",
  polish: "A tenth",
  documentation: "A twentieth",
};

/** Every estimate is compared with every option's, so each is added up once. */
const known = new WeakMap<OfflineBriefReading, Map<string, EffortDays>>();

export function daysOf(option: string, reading: OfflineBriefReading): EffortDays {
  const ofReading = known.get(reading) ?? new Map<string, EffortDays>();
  known.set(reading, ofReading);
  const days = ofReading.get(option) ?? addedUp(option, reading);
  ofReading.set(option, days);
  return days;
}

function addedUp(option: string, reading: OfflineBriefReading): EffortDays {
  const work = reading.work.filter((one) => one.option === option);
  const largest = (kind: EffortKind): EffortWork | undefined =>
    work.filter((one) => one.kind === kind).toSorted(byDays)[0];
  const building = largest("implementation");
  const whole = building?.days ?? guessed(reading.ownWords.get(option) ?? "");
  const shared = EFFORT_KINDS.filter((kind) => kind !== "implementation" && !largest(kind));
  const sharedOut = shared.reduce((total, kind) => total + SPLIT[kind], 0);
  const rows = EFFORT_KINDS.map((kind) => {
    const stated = largest(kind);
    if (kind === "implementation") {
      const days = quarterDays(whole * (1 - sharedOut));
      const description = building
        ? `Most of the stated work: ${asSentence(building.passage.said)}`
        : GUESSED;
      return { kind, description, days };
    }
    if (stated) return { kind, description: asSentence(stated.passage.said), days: stated.days };
    const part = SPLIT_IN_WORDS[kind].toLowerCase();
    const description = `Taken as ${part} of the whole; the brief gives no figure of its own.`;
    return { kind, description, days: quarterDays(whole * SPLIT[kind]) };
  });
  const total = rows.reduce((days, row) => days + row.days, 0);
  return { rows, total, stated: building !== undefined, vague: work.some(({ vague }) => vague) };
}

const GUESSED =
  "The brief gives no figure for the work; guessed from the size of what is described.";

const LARGE = /\b(?:rewrit|rebuild|scratch|replac|full|whol|migrat|platform|every|own)\b/;
const SMALL =
  /\b(?:limit|small|keep|stay|exist|simpl|switch|flag|configur|only|nothing|leav|wrap|patch)\b/;

/** A quarter for one, a month for one, two weeks for one: an order of magnitude, no estimate. */
const GUESS = { large: 60, middling: 20, small: 10 };

function guessed(ownWords: string): number {
  const large = LARGE.test(ownWords);
  const small = SMALL.test(ownWords);
  if (large === small) return GUESS.middling;
  return large ? GUESS.large : GUESS.small;
}

function byDays(a: EffortWork, b: EffortWork): number {
  return b.days - a.days || (a.passage.said < b.passage.said ? -1 : 1);
}

function quarterDays(days: number): number {
  return Math.max(0.25, Math.round(days * 4) / 4);
}
