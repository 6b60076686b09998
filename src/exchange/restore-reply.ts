/** R2: turns a reader's answer, in labels and meaningless ids, back into what the journal records. */
import type { Json } from "../domain/json.ts";
import type { Problem } from "../protocol.ts";
import type { Anonymizer, AnonymizerOptions } from "./anonymizer.ts";
import {
  CLAIM_FIELDS,
  EVERYONE,
  SEAT_FIELDS,
  formatShownClaimId,
  VERBATIM_FIELDS,
} from "./masked-fields.ts";

export function createReplyRestorer(
  setting: AnonymizerOptions,
): Pick<Anonymizer, "restoreReply" | "describeForJournal"> {
  const way = createReverseTables(setting);
  return {
    restoreReply(reply) {
      const strangers = new Set<string>();
      const real = restoreValue(reply, "", { ...way, strangers });
      const problems = [...strangers].map((id): Problem => ({
        text: `“${id}” is none of the labels and ids you were shown`,
        duty: false,
      }));
      return { reply: real, problems };
    },
    describeForJournal: (words) => markRealIds(words, way),
  };
}

interface ReverseTables {
  readonly reader: string;
  readonly seats: ReadonlySet<string>;
  /** Label to those who speak under it. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Shown id to the real one. */
  readonly claims: ReadonlyMap<string, string>;
  /** Real id of a claim to its author. */
  readonly authors: ReadonlyMap<string, string>;
}

function createReverseTables({
  participants,
  reader,
  voices,
  claims,
}: AnonymizerOptions): ReverseTables {
  return {
    reader,
    seats: new Set(participants.map(({ id }) => id)),
    members: new Map(voices.map(({ label, members }) => [label, members])),
    claims: new Map(claims.map(({ id }, place) => [formatShownClaimId(place), id])),
    authors: new Map(claims.map(({ id, by }) => [id, by])),
  };
}

interface RestoringContext extends ReverseTables {
  /** Real names and ids, which nobody was shown. */
  readonly strangers: Set<string>;
}

function restoreValue(value: Json, field: string, reading: RestoringContext): Json {
  if (typeof value === "string") return restoreText(value, field, reading);
  if (Array.isArray(value)) return value.map((one) => restoreValue(one as Json, field, reading));
  if (value === null || typeof value !== "object") return value;
  const given = value as Readonly<Record<string, Json>>;
  const real = Object.fromEntries(
    Object.entries(given).map(([key, one]) => [key, restoreValue(one, key, reading)]),
  );
  return { ...real, ...findMeantSpeaker(given, real, reading) };
}

function restoreText(value: string, field: string, reading: RestoringContext): Json {
  const { reader, seats, members, claims, authors, strangers } = reading;
  const label = value.trim().toLowerCase();
  if (SEAT_FIELDS.has(field) || field === "specialist") {
    const voice = members.get(label);
    if (voice) return voice.find((one) => one !== reader) ?? voice[0] ?? value;
    if (SEAT_FIELDS.has(field) && seats.has(value) && value !== EVERYONE) strangers.add(value);
  }
  if (field === "source") return claims.get(label) ?? value;
  if (VERBATIM_FIELDS.has(field)) return value;
  if (CLAIM_FIELDS.has(field)) {
    const id = claims.get(label);
    if (id !== undefined) return id;
    if (field !== "about" && authors.has(value)) strangers.add(value);
  }
  return markRealIds(value, reading);
}

/** If several share one voice, the named claim says who is meant. */
function findMeantSpeaker(
  given: Readonly<Record<string, Json>>,
  real: Readonly<Record<string, Json>>,
  { members, authors }: ReverseTables,
): Record<string, Json> {
  const by = [real["claim"], real["point"]]
    .map((id) => (typeof id === "string" ? authors.get(id) : undefined))
    .find((author) => author !== undefined);
  if (by === undefined) return {};
  const fields = ["judge", "with"].filter((field) => {
    const label = given[field];
    return typeof label === "string" && members.get(label.trim().toLowerCase())?.includes(by);
  });
  return Object.fromEntries(fields.map((field) => [field, by]));
}

/** Labels and ids as they are shown; nothing else in a text looks like them. */
const SHOWN = /\b(?:voice|claim)-\d+\b/gi;

/** Between marks that nobody else writes, so that they are found again on the way in: "S3" may be a claim or a store. */
function markRealIds(words: string, { members, claims }: ReverseTables): string {
  return words.replace(SHOWN, (token) => {
    const label = token.toLowerCase();
    const real = members.get(label)?.join(", ") ?? claims.get(label);
    return real === undefined ? token : `‹${real}›`;
  });
}
