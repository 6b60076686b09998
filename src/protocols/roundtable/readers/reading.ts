/** What a specialist finds in a brief: worries in their own domain, and facts that ease someone's worry. */
import { type Brief, formatOptionSource } from "../../../domain/brief.ts";
import type { Evidence } from "../../../domain/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import { ModelError } from "../../../model.ts";
import { attribute, signaturesOf } from "../../retired-readers/attribution.ts";
import { signsOf } from "../../retired-readers/find-cues.ts";
import { type BriefPassage, passagesOf } from "../../retired-readers/passages.ts";
import { readBrief } from "../../retired-readers/read-brief.ts";
import { quoted } from "../../retired-readers/sentences.ts";
import { weigh } from "../../retired-readers/weigh.ts";
import { isCommon, stemOf, stemsOf } from "../../retired-readers/words.ts";
import type { TablePosition } from "../prompts/prompt-input.ts";
import { domainOf } from "./lexicon.ts";

/** A passage with its tone: above zero it eases, below zero it worries. */
interface Toned {
  readonly passage: BriefPassage;
  readonly options: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly tone: number;
}

export interface Worry {
  /** The same words whenever and to whomever it is said, so that it can be found again. */
  readonly text: string;
  readonly weight: number;
  readonly evidence: readonly Evidence[];
  readonly settles: string;
  readonly stems: ReadonlySet<string>;
}

export interface Ease {
  readonly said: string;
  readonly evidence: Evidence;
  readonly weight: number;
}

const readings = new WeakMap<Brief, readonly Toned[]>();

function passagesOfBrief(brief: Brief): readonly Toned[] {
  const known = readings.get(brief);
  if (known) return known;
  const signatures = signaturesOf(brief.options);
  const passages = [
    ...brief.sources.flatMap(({ id, text }) => passagesOf(id, text)),
    ...brief.options.flatMap(({ id, description }) =>
      passagesOf(formatOptionSource(id), description),
    ),
  ].filter(({ said }) => said !== "");
  if (passages.length === 0) {
    throw new ModelError(
      "refused",
      "There is nothing to discuss: the brief has no text. Describe the question, or seat a language model.",
    );
  }
  const attributed = attribute(passages, signatures);
  const toned = passages.map((passage): Toned => {
    const options = attributed.get(passage) ?? [];
    return { passage, options, stems: tellingStems(passage.said), tone: toneOf(passage.said) };
  });
  readings.set(brief, toned);
  return toned;
}

export function tellingStems(said: string): ReadonlySet<string> {
  return new Set(stemsOf(said).filter((stem) => !isCommon(stem) && !QUANTIFYING.has(stem)));
}

const QUANTIFYING = new Set("every each any nobody nothing today now later".split(" ").map(stemOf));

const WORRYING =
  /\b(?:nobody|no one|not visible|not decided|no way|cannot|without notice|missing|lacks?|out of order|misses|by hand|in plain text|unencrypted|stops every|twice|renamed)\b/gi;
const EASING =
  /\b(?:reject(?:s|ed)? a|masks?|cached|keeps? \w+ running|replay(?:s|ed)?|with the approval|shows? (?:them|it)|reports? the|encrypts?|versioned|switching|until they move|alerts?|rolled? back|in one place|checked|audit log)\b/gi;

function toneOf(said: string): number {
  const signs = signsOf(said).signs.map(({ cue, denied }) => {
    const good = cue.sense === "relief" || cue.sense === "gain" || cue.sense === "known";
    return (good === denied ? -1 : 1) * cue.weight;
  });
  const worst = Math.min(0, ...signs);
  const best = Math.max(0, ...signs);
  const worries = said.match(WORRYING)?.length ?? 0;
  const eases = said.match(EASING)?.length ?? 0;
  return best + worst + 2 * (eases - worries);
}

function knownTo(seat: Participant, brief: Brief): Toned[] {
  const { stems } = domainOf(seat);
  return passagesOfBrief(brief).filter((toned) => [...toned.stems].some((stem) => stems.has(stem)));
}

function bearsOn({ options }: Toned, option: string | null): boolean {
  return option === null || options.length === 0 || options.includes(option);
}

const MOST_WORRIES = 2;

/** Own-domain worries about an option, worst first; a brief that is silent about the domain is one. */
export function worriesOf(seat: Participant, brief: Brief, option: string | null): Worry[] {
  const { subject, settles } = domainOf(seat);
  const known = knownTo(seat, brief);
  const about = known.filter((toned) => bearsOn(toned, option) && toned.options.length > 0);
  const fitting = brief.options.length === 0 ? known : about;
  if (fitting.length === 0) {
    const text = `The brief says nothing about ${subject}${option === null ? "" : ` under option ${option}`}.`;
    return [{ text, weight: 1, evidence: [], settles, stems: new Set() }];
  }
  const worst = fitting.filter(({ tone }) => tone < 0).toSorted((a, b) => a.tone - b.tone);
  return worst
    .filter((toned, index) => !worst.slice(0, index).some((other) => areOne(toned, other)))
    .slice(0, MOST_WORRIES)
    .map(({ passage, tone, stems }) => ({
      text: `For ${subject} this is open: ${quoted(passage.said)}.`,
      weight: Math.min(3, -tone),
      evidence: [{ source: passage.source, quote: passage.quote }],
      settles,
      stems,
    }));
}

/** Said twice in almost the same words, it is one worry: resolved once, it is resolved. */
function areOne({ stems: one }: Toned, { stems: other }: Toned): boolean {
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared >= Math.min(one.size, other.size) * ALMOST_ALL;
}

const ALMOST_ALL = 0.6;

/** Enough words in common that one speaks of what the other does. */
const RELATED = 2;

/** Words that a brief uses all the time, such as its subject, relate nothing to anything. */
function isSubject(stem: string, brief: Brief): boolean {
  const passages = passagesOfBrief(brief);
  const uses = passages.filter(({ stems }) => stems.has(stem)).length;
  return uses > Math.max(4, passages.length * 0.15);
}

/** The best fact a specialist knows that eases a worry. */
export function easeFor(
  seat: Participant,
  brief: Brief,
  { worry, option }: { worry: ReadonlySet<string>; option: string | null },
): Ease | undefined {
  const telling = [...worry].filter((stem) => !isSubject(stem, brief));
  const [best] = knownTo(seat, brief)
    .filter((toned) => toned.tone > 0 && bearsOn(toned, option))
    .map((toned) => ({ toned, shared: telling.filter((stem) => toned.stems.has(stem)).length }))
    .filter(({ shared }) => shared >= RELATED)
    .toSorted((a, b) => b.shared - a.shared || b.toned.tone - a.toned.tone);
  if (!best) return undefined;
  const { passage, tone } = best.toned;
  return {
    said: passage.said,
    evidence: { source: passage.source, quote: passage.quote },
    weight: tone,
  };
}

/** What speaks most for an option where this specialist looks; else anywhere. */
export function bestFor(seat: Participant, brief: Brief, option: string | null): Ease | undefined {
  const everywhere = passagesOfBrief(brief);
  for (const passages of [knownTo(seat, brief), everywhere]) {
    const [best] = passages
      .filter((toned) => toned.tone > 0 && bearsOn(toned, option))
      .toSorted((a, b) => b.options.length - a.options.length || b.tone - a.tone);
    if (best) {
      const { said, source, quote } = best.passage;
      return { said, evidence: { source, quote }, weight: best.tone };
    }
  }
  return undefined;
}

/** The option whose passages in this domain sound best; ties are broken by the whole brief. */
export function favourite(seat: Participant, brief: Brief): string | null {
  if (brief.options.length === 0) return null;
  const known = knownTo(seat, brief);
  const ranking = weigh(readBrief(brief), "plain").map(({ option }) => option);
  const tone = (option: string): number =>
    known.filter(({ options }) => options.includes(option)).reduce((sum, one) => sum + one.tone, 0);
  return ranking.toSorted((a, b) => tone(b) - tone(a))[0] ?? null;
}

/** The current answer: the option of most first positions. */
export function currentOption(positions: readonly TablePosition[], brief: Brief): string | null {
  if (brief.options.length === 0) return null;
  const ranking = weigh(readBrief(brief), "plain").map(({ option }) => option);
  const held = (option: string): number => positions.filter((one) => one.option === option).length;
  return ranking.toSorted((a, b) => held(b) - held(a))[0] ?? null;
}
