/** R2, R4: turns what a debate knows into what one reader is shown. */
import type { Participant } from "../domain/participant.ts";
import type { Anonymizer, AnonymizerOptions } from "./anonymizer.ts";
import { findHeadCounts } from "./head-counts.ts";
import {
  CLAIM_FIELDS,
  EVERYONE,
  SEAT_FIELDS,
  formatShownClaimId,
  VERBATIM_FIELDS,
} from "./masked-fields.ts";
import type { NameFinder, NameUse } from "./name-finder.ts";

export function createNameMasking(
  setting: AnonymizerOptions,
): Pick<Anonymizer, "findName" | "findClaimId" | "anonymize" | "describeForAuthor"> {
  const known = createMaskingTables(setting);
  const { findName, findClaimId } = known;
  const told = createMarkTranslator(setting, known);
  // what a reply named comes first: a name inside those marks would no longer be found as one of theirs
  const words = (text: string): string =>
    replaceHeadCounts(setting, replaceSpeakerNames(setting, told(text, false), findName));
  return {
    findName,
    findClaimId,
    anonymize: <T>(value: T): T => maskValue(value, "", { setting, known, words }) as T,
    describeForAuthor: (text) => told(text, true),
  };
}

interface MaskingTables {
  readonly seats: ReadonlySet<string>;
  /** Claims by their ids, those left out under the id of the one that says the same. */
  readonly ids: ReadonlyMap<string, string>;
  readonly masks: ReadonlyMap<string, Participant>;
  readonly findName: (seat: string) => string;
  readonly findClaimId: (claim: string) => string;
}

/** A participant without a label is not mentioned by name either. */
const NOBODY = "someone";

function createMaskingTables({
  participants,
  voices,
  offices,
  claims,
  same,
}: AnonymizerOptions): MaskingTables {
  const labels = new Map(voices.flatMap(({ label, members }) => members.map((id) => [id, label])));
  for (const { id, role } of participants) if (offices.has(id)) labels.set(id, role);
  const ids = new Map(claims.map(({ id }, place) => [id, formatShownClaimId(place)]));
  for (const [left, kept] of same) {
    const id = ids.get(kept);
    if (id !== undefined) ids.set(left, id);
  }
  const seats = new Set(participants.map(({ id }) => id));
  return {
    seats,
    ids,
    masks: new Map(participants.map((one) => [one.id, maskParticipant(one, labels.get(one.id))])),
    findName: (seat) => labels.get(seat) ?? (seats.has(seat) ? NOBODY : seat),
    findClaimId: (claim) => ids.get(claim) ?? claim,
  };
}

function maskParticipant(participant: Participant, label = NOBODY): Participant {
  const role = participant.role === label ? label : "participant";
  return { id: label, name: label, role, stance: null, model: "", mark: label };
}

interface MaskingContext {
  readonly setting: AnonymizerOptions;
  readonly known: MaskingTables;
  readonly words: (text: string) => string;
}

function maskValue(value: unknown, field: string, showing: MaskingContext): unknown {
  // what was said before can be a source, under the id that its reader knows
  if (field === "source" && typeof value === "string") return showing.known.ids.get(value) ?? value;
  if (VERBATIM_FIELDS.has(field)) return value;
  if (typeof value === "string") return maskText(value, field, showing);
  if (Array.isArray(value)) return value.map((one) => maskValue(one, field, showing));
  if (typeof value !== "object" || value === null) return value;
  if (isParticipant(value)) return showing.known.masks.get(value.id) ?? value;
  const copy = Object.entries(value).map(([key, one]) => [key, maskValue(one, key, showing)]);
  return { ...Object.fromEntries(copy), ...maskUnverifiedQuote(value, showing.words) };
}

function maskText(value: string, field: string, { setting, known, words }: MaskingContext): string {
  const isSeat = SEAT_FIELDS.has(field) || field === "about";
  if (isSeat && known.seats.has(value) && value !== EVERYONE) return known.findName(value);
  if (CLAIM_FIELDS.has(field) && known.ids.has(value)) return known.findClaimId(value);
  // the domain of a concern mostly reveals its author
  if (field === "domain") return "";
  const called = setting.participants.find(({ name }) => field === "name" && name === value);
  return called ? known.findName(called.id) : words(value);
}

function isParticipant(value: object): value is Participant {
  return "mark" in value && "stance" in value && "model" in value;
}

/** A quote that does not occur in its source is the speaker's own words. */
function maskUnverifiedQuote(value: object, words: (text: string) => string): { quote?: string } {
  const { verified, quote } = value as { verified?: unknown; quote?: unknown };
  return verified === false && typeof quote === "string" ? { quote: words(quote) } : {};
}

/** With nobody named: two texts that differ only in who speaks say the same. */
export function removeSpeakerNames(names: NameFinder, words: string): string {
  return replaceRanges(
    words,
    names(words).map((use) => ({ ...use, label: NOBODY })),
  );
}

/** Until no name is left: of two that overlap, the second shows only when the first is gone. */
function replaceSpeakerNames(
  { names }: AnonymizerOptions,
  words: string,
  findName: (id: string) => string,
): string {
  let told = words;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const uses = names(told)
      .map((use) => ({ ...use, label: chooseNameLabel(use, findName) }))
      .filter(({ text, label }) => text.toLowerCase().replace(/^the /, "") !== label);
    if (uses.length === 0) return told;
    told = replaceRanges(told, uses);
  }
  return told;
}

const MOST_PASSES = 4;

function chooseNameLabel({ kind, id }: NameUse, findName: (id: string) => string): string {
  switch (kind) {
    case "name":
      return findName(id);
    case "model":
      return "a model";
    case "stance":
      return "[…]";
  }
}

function replaceHeadCounts({ countless, brief }: AnonymizerOptions, words: string): string {
  if (!countless) return words;
  const counts = findHeadCounts(words, brief).map((count) => ({
    ...count,
    label: `some voices${/\s$/.test(count.text) ? " " : ""}`,
  }));
  return replaceRanges(words, counts);
}

function replaceRanges(
  words: string,
  uses: readonly { readonly at: number; readonly text: string; readonly label: string }[],
): string {
  let last = 0;
  const parts = uses.map(({ at, text, label }) => {
    const before = words.slice(last, at);
    last = at + text.length;
    return before + label;
  });
  return parts.join("") + words.slice(last);
}

/** Seats and claims as the journal keeps them in words, `‹value›` and `‹V2›`; in words that code wrote, ids as they are. */
function createMarkTranslator(
  { participants }: AnonymizerOptions,
  { seats, ids, findName }: MaskingTables,
): (words: string, byCode: boolean) => string {
  const marks = participants.map(({ mark }) => mark).join("|");
  const claim = new RegExp(String.raw`^(?:${marks})[cn]?\d+$`);
  const bare = new RegExp(String.raw`(?<![\w“-])(?:${marks})[cn]?\d+(?![\w-])`, "g");
  return (words, byCode) => {
    const told = words.replace(/‹([^‹›]+)›/g, (whole, list: string) => {
      const meant = list.split(", ");
      if (meant.every((id) => seats.has(id)))
        return [...new Set(meant.map(findName))].join(" and ");
      return claim.test(list) ? (ids.get(list) ?? UNSEEN) : whole;
    });
    return byCode ? told.replace(bare, (id) => ids.get(id) ?? id) : told;
  };
}

/** Replaces a claim that its reader was not shown. */
const UNSEEN = "an earlier claim";
