/** Reads a brief once: each statement, the option it is about, and its weight. */
import { BODY_SOURCE, type Brief, type Option, formatOptionSource } from "../../domain/brief.ts";
import { attribute, type Signature, signaturesOf } from "./attribution.ts";
import { signsOf } from "./find-cues.ts";
import { findingsIn, type PassageFinding } from "./findings.ts";
import { type BriefPassage, passagesOf, plain } from "./passages.ts";
import type { Read } from "./reads.ts";
import { stemsOf } from "./words.ts";
import { type Capacity, capacityIn, type EffortWork, workIn } from "./work.ts";

export interface OfflineBriefReading {
  readonly options: readonly Signature[];
  readonly findings: readonly PassageFinding[];
  readonly work: readonly EffortWork[];
  readonly capacity: Capacity | null;
  /** Names are all there is: no description and no material. */
  readonly bare: boolean;
  /** An option's own words without case, markup and appeals to the reader: breaks ties by text. */
  readonly ownWords: ReadonlyMap<string, string>;
}

/** Three judges read the same brief object; it is read for the first of them. */
const readings = new WeakMap<Brief, OfflineBriefReading>();

export function readBrief(brief: Brief): OfflineBriefReading {
  const known = readings.get(brief);
  if (known) return known;
  const reading = read(brief);
  readings.set(brief, reading);
  return reading;
}

function read(brief: Brief): OfflineBriefReading {
  const inOrder = brief.options.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  const options = signaturesOf(inOrder);
  const passages = passagesIn(brief, inOrder);
  const attributed = attribute(passages, options);
  const reads = passages.map((passage): Read => {
    const signs = signsOf(passage.said);
    return { passage, options: attributed.get(passage) ?? [], signs };
  });
  const capacity = capacityIn(reads);
  return {
    options,
    findings: findingsIn(reads, options),
    work: workIn(reads, capacity),
    capacity,
    bare: isBare(brief),
    ownWords: new Map(options.map(({ id }) => [id, ownWords(passages, id)])),
  };
}

/** Neither letter nor position of an option may matter, so options are read in the order of their own words. */
function textOf({ label, description }: Option): string {
  return `${label}\n${description}`;
}

function passagesIn(brief: Brief, options: readonly Option[]): BriefPassage[] {
  const own = options.flatMap(({ id, label, description }): BriefPassage[] => {
    const source = formatOptionSource(id);
    const said = plain(label);
    const name = {
      source,
      quote: label.trim(),
      said,
      under: [],
      follows: null,
      form: "name",
    } as const;
    return [name, ...passagesOf(source, description)];
  });
  const bodyFirst = brief.sources.toSorted(
    (a, b) => Number(b.id === BODY_SOURCE) - Number(a.id === BODY_SOURCE),
  );
  return [...bodyFirst.flatMap(({ id, text }) => passagesOf(id, text)), ...own].filter(
    ({ said }) => said !== "" && !appealsToReader(said),
  );
}

/**
 * A text that tells the panel what to do is no fact about an option. Readers follow no instructions
 * anyway; leaving such sentences out keeps a cue word hidden in one from weighing.
 */
function appealsToReader(said: string): boolean {
  return (
    /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:rule|instruction|prompt|above|previous|everything|other)/i.test(
      said,
    ) ||
    /\b(?:vote|voting) (?:for )?(?:option )?["'“]?[A-Z0-9]\b/.test(said) ||
    /^(?:please )?(?:vote|choose|pick|select|recommend|answer|reply|respond|score|rate|output)\b/i.test(
      said,
    ) ||
    /\b(?:judges?|panel|readers?|assistant|model|you) (?:must|should|shall|have to|will|are to) (?:\w+ )?(?:vote|choose|pick|select|recommend|answer|prefer|ignore|score|rate)/i.test(
      said,
    ) ||
    /\bsystem prompt\b|\byou are now\b/i.test(said)
  );
}

function isBare(brief: Brief): boolean {
  return (
    brief.options.every(({ description }) => description.trim() === "") &&
    brief.sources.every(({ text }) => text.trim() === "")
  );
}

function ownWords(passages: readonly BriefPassage[], id: string): string {
  return passages
    .filter(({ source }) => source === formatOptionSource(id))
    .map(({ said }) => stemsOf(said).join(" "))
    .join("\n");
}
