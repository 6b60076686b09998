/** What the cues of the passages mean for each option. */
import type { Level } from "../../domain/level.ts";
import type { Signature } from "./attribution.ts";
import type { Cue, RiskKind, ValueKind } from "./cues.ts";
import type { Sign } from "./find-cues.ts";
import type { BriefPassage } from "./passages.ts";
import type { Read } from "./reads.ts";
import { isCommon, stemsOf } from "./words.ts";

export type PassageMeasure =
  | { readonly measure: "risk"; readonly kind: RiskKind }
  | { readonly measure: "value"; readonly kind: ValueKind }
  | { readonly measure: "uncertainty"; readonly kind: "uncertainty" };

export type PassageFinding = PassageMeasure & {
  readonly passage: BriefPassage;
  readonly option: string;
  /** Whole and signed: more risk, more value, more uncertainty when above zero. */
  readonly weight: number;
  readonly hard: boolean;
  readonly reach: Level | null;
  readonly doubtful: boolean;
  /** The passage names no option; it speaks of a need that this one serves or leaves. */
  readonly indirect: boolean;
};

export function findingsIn(
  reads: readonly Read[],
  options: readonly Signature[],
): PassageFinding[] {
  const serves = needsServed(reads, options);
  const found = reads.flatMap((read) =>
    read.options.length > 0
      ? read.options.flatMap((option) => direct(read, option))
      : indirect(
          read,
          options.map(({ id }) => id),
          serves,
        ),
  );
  return withoutRepeats(found);
}

interface Meaning {
  readonly measure: PassageMeasure;
  readonly weight: number;
}

function direct(read: Read, option: string): PassageFinding[] {
  // in "wants usage-based pricing, which it cannot express" the gain is what is lacking
  const lacking = read.signs.signs.some(({ cue, denied }) => cue.sense === "lack" && !denied);
  const meanings = read.signs.signs
    .filter(({ cue }) => !lacking || cue.sense !== "gain")
    .flatMap(meaningsOf);
  return strongestOf(meanings).map((meaning) => finding(read, option, meaning));
}

function finding(read: Read, option: string, { measure, weight }: Meaning): PassageFinding {
  const { hard, reach, doubtful } = read.signs;
  const inferred = read.options.length === 0;
  const firm = hard && !inferred && measure.measure !== "uncertainty" ? Math.sign(weight) : 0;
  return {
    ...measure,
    passage: read.passage,
    option,
    // a name alone says little about what it names
    weight: read.passage.form === "name" ? Math.sign(weight) : weight + firm,
    hard,
    reach,
    doubtful,
    indirect: inferred,
  };
}

function meaningsOf({ cue, denied }: Sign): Meaning[] {
  switch (cue.sense) {
    case "harm":
      return denied ? harmAvoided(cue) : harmDone(cue);
    case "relief":
      return [{ measure: risk(cue.kind), weight: denied ? cue.weight : -cue.weight }];
    case "gain":
      return [{ measure: value(cue.kind), weight: denied ? -cue.weight : cue.weight }];
    case "lack":
      return [{ measure: value(cue.kind), weight: denied ? 1 : -cue.weight }];
    case "unknown":
      return [{ measure: UNCERTAINTY, weight: denied ? -1 : cue.weight }];
    case "known":
      return [{ measure: UNCERTAINTY, weight: denied ? cue.weight : -cue.weight }];
  }
}

type Harm = Extract<Cue, { kind: RiskKind }>;

/** What hurts the people who use an option is a risk, and takes some of its worth. */
function harmDone({ kind, weight }: Harm): Meaning[] {
  const loss: Meaning[] =
    kind === "user" && weight >= 2 ? [{ measure: value("delight"), weight: 1 - weight }] : [];
  return [{ measure: risk(kind), weight }, ...loss];
}

function harmAvoided({ kind, weight }: Harm): Meaning[] {
  const gain: Meaning[] =
    weight >= 2 && kind !== "technical"
      ? [{ measure: value(WORTH_OF[kind]), weight: weight - 1 }]
      : [];
  return [{ measure: risk(kind), weight: -Math.min(weight, 2) }, ...gain];
}

/** Which worth suffers or gains when a risk of this kind comes true or goes away. */
const WORTH_OF: Readonly<Record<RiskKind, ValueKind>> = {
  technical: "retention",
  user: "delight",
  business: "retention",
  operational: "retention",
};

function risk(kind: RiskKind): PassageMeasure {
  return { measure: "risk", kind };
}

function value(kind: ValueKind): PassageMeasure {
  return { measure: "value", kind };
}

const UNCERTAINTY: PassageMeasure = { measure: "uncertainty", kind: "uncertainty" };

/**
 * One passage counts once per thing measured: by its heaviest word in each direction, and where they
 * speak against each other by what is left, as in "a failed mail is retried".
 */
function strongestOf(meanings: readonly Meaning[]): Meaning[] {
  const sides = new Map<string, { measure: PassageMeasure; up: number; down: number }>();
  for (const { measure, weight } of meanings) {
    const key = `${measure.measure}/${measure.kind}`;
    const { up, down } = sides.get(key) ?? { up: 0, down: 0 };
    sides.set(key, { measure, up: Math.max(up, weight), down: Math.min(down, weight) });
  }
  return [...sides.values()]
    .map(({ measure, up, down }) => ({ measure, weight: up + down }))
    .filter(({ weight }) => weight !== 0);
}

/** For every need and telling word, the options that serve it; those that serve all or none tell nothing. */
function needsServed(
  reads: readonly Read[],
  options: readonly Signature[],
): Map<string, ReadonlySet<string>> {
  const served = new Map<string, Set<string>>();
  const add = (need: string, option: string): void => {
    served.set(need, (served.get(need) ?? new Set()).add(option));
  };
  for (const { passage, options: spokenOf, signs } of reads) {
    const [option] = spokenOf;
    if (option === undefined || !passage.source.startsWith("option-")) continue;
    for (const theme of signs.themes) add(`need:${theme}`, option);
  }
  for (const { id, labelStems } of options) {
    for (const stem of labelStems) add(stem, id);
  }
  return new Map([...served].filter(([, serving]) => serving.size < options.length));
}

/** A fact about the situation counts for the options that serve it, and against those that do not. */
function indirect(
  read: Read,
  options: readonly string[],
  served: ReadonlyMap<string, ReadonlySet<string>>,
): PassageFinding[] {
  const needs = [...read.signs.themes].map((theme) => `need:${theme}`);
  const stems = stemsOf(read.passage.said).filter((stem) => !isCommon(stem));
  const serving = new Set([...needs, ...stems].flatMap((need) => [...(served.get(need) ?? [])]));
  if (serving.size === 0 || serving.size === options.length) return [];
  const others = options.filter((option) => !serving.has(option));
  const forServing = strongestOf(read.signs.signs.flatMap(metByServing));
  const againstOthers = strongestOf(read.signs.signs.flatMap(leftByOthers));
  return [
    ...[...serving].flatMap((option) =>
      forServing.map((meaning) => finding(read, option, meaning)),
    ),
    ...others.flatMap((option) => againstOthers.map((meaning) => finding(read, option, meaning))),
  ];
}

/** That an option serves a need is an inference; only a statement about the option itself weighs more. */
const INFERRED = 2;

/** Today's trouble is tomorrow's value for the option that ends it. */
function metByServing(sign: Sign): Meaning[] {
  const { cue, denied } = sign;
  switch (cue.sense) {
    case "gain":
    case "lack":
      return [{ measure: value(cue.kind), weight: Math.min(cue.weight, INFERRED) }];
    case "harm":
      if (denied) return [];
      return cue.kind === "technical"
        ? [{ measure: risk("technical"), weight: cue.weight }]
        : [{ measure: value(WORTH_OF[cue.kind]), weight: Math.min(cue.weight, INFERRED) }];
    case "relief":
      return [];
    case "unknown":
    case "known":
      return meaningsOf(sign);
  }
}

function leftByOthers({ cue, denied }: Sign): Meaning[] {
  if (cue.sense !== "harm" || denied || cue.kind === "technical" || cue.weight < 2) return [];
  return [{ measure: risk(cue.kind), weight: cue.weight - 1 }];
}

/** Saying a thing twice does not make it weigh twice. */
function withoutRepeats(findings: readonly PassageFinding[]): PassageFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ passage, option, measure, kind, weight }) => {
    const key = `${option}/${measure}/${kind}/${Math.sign(weight)}/${stemsOf(passage.said).join(" ")}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
