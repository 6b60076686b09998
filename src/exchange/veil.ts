/**
 * R2: the two directions between what a debate knows and what one reader is shown. Going in, seats become labels,
 * claims get ids that say nothing, and names in words are replaced. Coming back, labels and ids become real again.
 */
import type { Json } from "../domain/json.ts";
import type { Participant } from "../domain/participant.ts";
import type { Problem, Veil, Voice } from "../protocol.ts";
import { headCountsIn } from "./head-counts.ts";
import type { NameFinder } from "./names.ts";

export interface VeilSetting {
  readonly participants: readonly Participant[];
  readonly reader: string;
  readonly voices: readonly Voice[];
  /** Seats that the rules address by their role. */
  readonly offices: ReadonlySet<string>;
  /** Claims that are shown, in the order in which they are numbered. */
  readonly claims: readonly { readonly id: string; readonly by: string }[];
  /** Claims that are left out, with the shown one that says the same. */
  readonly same: ReadonlyMap<string, string>;
  readonly names: NameFinder;
  /** All words of the brief, in small letters. */
  readonly brief: string;
  /** R4: words that count heads are replaced too. */
  readonly countless: boolean;
}

export interface Cover extends Veil {
  nameOf(seat: string): string;
  idOf(claim: string): string;
  /** Any value that is about to be shown: turns, claims, positions, words. */
  conceal<T>(value: T): T;
}

/** Fields that hold a seat, wherever they occur. */
const SEATS: ReadonlySet<string> = new Set([
  "by",
  "judge",
  "with",
  "to",
  "challenger",
  "raised_by",
]);
/** Fields that hold the id of a claim, or several. */
const CLAIMS: ReadonlySet<string> = new Set([
  "id",
  "about",
  "claim",
  "claims",
  "point",
  "objection",
  "because",
  "answers",
  "acknowledges",
  "raised_because",
  "built_from",
  "fresh",
  "owed",
]);
/** Never words of a participant: keys, quotes of sources, and what is public by the rules. */
const VERBATIM: ReadonlySet<string> = new Set(["key", "source", "quote", "brief", "specialist"]);

export function veilOf(setting: VeilSetting): Cover {
  const { participants, voices, offices, reader } = setting;
  const labels = new Map(voices.flatMap(({ label, members }) => members.map((id) => [id, label])));
  for (const { id, role } of participants) if (offices.has(id)) labels.set(id, role);
  const shown = new Map(setting.claims.map(({ id }, at) => [id, `claim-${at + 1}`]));
  for (const [left, kept] of setting.same) {
    const id = shown.get(kept);
    if (id !== undefined) shown.set(left, id);
  }
  const seatOf = new Map(voices.map(({ label, members }) => [label, members]));
  const claimOf = new Map(setting.claims.map(({ id }, at) => [`claim-${at + 1}`, id]));
  const author = new Map(setting.claims.map(({ id, by }) => [id, by]));
  const seats = new Set(participants.map(({ id }) => id));
  const masks = new Map(participants.map((one) => [one.id, masked(one, labels.get(one.id))]));

  const nameOf = (seat: string): string => labels.get(seat) ?? (seats.has(seat) ? NOBODY : seat);
  const idOf = (claim: string): string => shown.get(claim) ?? claim;
  const told = teller(setting, { shown, nameOf });

  function wordsFor(words: string): string {
    return told(uncounted(setting, unnamed(setting, words, nameOf)), false);
  }

  function inward(value: unknown, field: string): unknown {
    if (typeof value === "string") {
      if (VERBATIM.has(field)) return value;
      if (SEATS.has(field) && seats.has(value)) return nameOf(value);
      if (CLAIMS.has(field) && shown.has(value)) return idOf(value);
      if (field === "about" && seats.has(value)) return nameOf(value);
      if (field === "domain") return "";
      return named(value, field) ?? wordsFor(value);
    }
    if (Array.isArray(value)) return value.map((one) => inward(one, field));
    if (typeof value !== "object" || value === null || VERBATIM.has(field)) return value;
    if (isParticipant(value)) return masks.get(value.id) ?? value;
    const copy = Object.entries(value).map(([key, one]) => [key, inward(one, key)]);
    return { ...Object.fromEntries(copy), ...unproven(value, wordsFor) };
  }

  function named(value: string, field: string): string | undefined {
    if (field !== "name") return undefined;
    const one = participants.find(({ name }) => name === value);
    return one && nameOf(one.id);
  }

  function outward(value: Json, field: string, strangers: Set<string>): Json {
    if (typeof value === "string") {
      if (VERBATIM.has(field) && field !== "specialist") return value;
      const id = value.trim().toLowerCase();
      if (SEATS.has(field) || field === "specialist") {
        const members = seatOf.get(id);
        if (members) return members.find((one) => one !== reader) ?? members[0] ?? value;
        if (SEATS.has(field) && seats.has(value)) strangers.add(value);
      }
      if (CLAIMS.has(field)) {
        const real = claimOf.get(id);
        if (real !== undefined) return real;
        if (field !== "about" && author.has(value)) strangers.add(value);
      }
      return kept(value);
    }
    if (Array.isArray(value)) return value.map((one) => outward(one as Json, field, strangers));
    if (value === null || typeof value !== "object") return value;
    const read = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, outward(one as Json, key, strangers)]),
    );
    return { ...read, ...speakerMeant(value as Record<string, Json>, read) };
  }

  /** Where several speak with one voice, whose claim is named is who is meant. */
  function speakerMeant(
    raw: Readonly<Record<string, Json>>,
    read: Readonly<Record<string, Json>>,
  ): Record<string, Json> {
    const made = [read["claim"], read["point"]].map((id) => author.get(String(id)));
    const by = made.find((one) => one !== undefined);
    if (by === undefined) return {};
    const fields = ["judge", "with"].filter((field) => {
      const members = seatOf.get(String(raw[field]).trim().toLowerCase());
      return members?.includes(by) === true;
    });
    return Object.fromEntries(fields.map((field) => [field, by]));
  }

  function kept(words: string): string {
    return words.replace(TOKEN, (token, kind: string) => {
      const id = token.toLowerCase();
      const real = kind.toLowerCase() === "voice" ? seatOf.get(id)?.join(", ") : claimOf.get(id);
      return real === undefined ? token : `[${real}]`;
    });
  }

  return {
    nameOf,
    idOf,
    conceal: <T>(value: T): T => inward(value, "") as T,
    reveal(reply) {
      const strangers = new Set<string>();
      const read = outward(reply, "", strangers);
      const problems = [...strangers].map((id): Problem => ({
        text: `"${id}" is none of the labels and ids you were shown`,
        duty: false,
      }));
      return { reply: read, problems };
    },
    keep: kept,
    tell: (words) => told(words, true),
  };
}

/** Whoever has no label is not spoken of by name either. */
const NOBODY = "someone";

/** Labels and ids as they are shown; nothing else in a text looks like them. */
const TOKEN = /\b(voice|claim)-\d+\b/gi;

function masked(participant: Participant, label = NOBODY): Participant {
  const role = participant.role === label ? label : "participant";
  return { id: label, name: label, role, stance: null, model: "", mark: label };
}

function isParticipant(value: object): value is Participant {
  return "mark" in value && "stance" in value && "model" in value;
}

/** A quote that does not occur in its source is the speaker's own words. */
function unproven(value: object, words: (text: string) => string): { quote?: string } {
  const { verified, quote } = value as { verified?: unknown; quote?: unknown };
  return verified === false && typeof quote === "string" ? { quote: words(quote) } : {};
}

function unnamed({ names }: VeilSetting, words: string, nameOf: (id: string) => string): string {
  const uses = names(words);
  if (uses.length === 0) return words;
  let last = 0;
  const parts = uses.map(({ at, text, kind, id }) => {
    const before = words.slice(last, at);
    last = at + text.length;
    return before + (kind === "name" ? nameOf(id) : kind === "model" ? "a model" : "[…]");
  });
  return parts.join("") + words.slice(last);
}

function uncounted({ countless, brief }: VeilSetting, words: string): string {
  if (!countless) return words;
  let last = 0;
  const parts = headCountsIn(words, brief).map(({ at, text }) => {
    const before = words.slice(last, at);
    last = at + text.length;
    return `${before}some voices${/\s$/.test(text) ? " " : ""}`;
  });
  return parts.join("") + words.slice(last);
}

/** Seats and claims that a reply named, and ids as they stand in words. */
function teller(
  { participants, brief, claims }: VeilSetting,
  { shown, nameOf }: { shown: ReadonlyMap<string, string>; nameOf: (id: string) => string },
): (words: string, always: boolean) => string {
  const seats = new Set(participants.map(({ id }) => id));
  const marks = participants.map(({ mark }) => mark).join("|");
  const made = new RegExp(String.raw`\[((?:${marks})\d+)\]`, "g");
  const bare = new RegExp(String.raw`(?<![\w[-])(?:${marks})\d+(?![\w-])`, "g");
  const known = new Set(claims.map(({ id }) => id));
  return (words, always) =>
    words
      .replace(/\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\]/g, (whole, list: string) => {
        const ids = list.split(", ");
        if (!ids.every((id) => seats.has(id))) return whole;
        return [...new Set(ids.map(nameOf))].join(" and ");
      })
      .replace(made, (_, id: string) => shown.get(id) ?? "an earlier claim")
      .replace(bare, (id) => {
        const mentioned = known.has(id) || shown.has(id);
        return mentioned && (always || !brief.includes(id.toLowerCase()))
          ? (shown.get(id) ?? id)
          : id;
      });
}
