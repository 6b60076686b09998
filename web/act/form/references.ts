/** What a field can name: options, participants, points and sources, by their words; ids are never typed. */
import { readOpening } from "../../../src/domain/journal/event.ts";
import { isOwnConcern } from "../../../src/timeline/claim-graph.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { truncateText } from "../../kit/format-text.ts";

export interface FieldReference {
  readonly id: string;
  readonly label: string;
}

export type FindReferences = (name: string, note: string) => readonly FieldReference[];

const MOST_LABEL = 110;

interface ReferenceContext {
  /** Whose form it is. */
  readonly seat?: string;
  /** What only the protocol knows, such as the numbers of drafts. */
  readonly findOwn?: FindReferences;
}

export function createReferenceFinder(
  timeline: DebateTimeline,
  { seat = "", findOwn = () => [] }: ReferenceContext = {},
): FindReferences {
  const { brief } = readOpening(timeline.events);
  const options = brief.options.map(({ id, label }) => ({ id, label: `${id}: ${label}` }));
  const seats = timeline.seats.map(({ id, name }) => ({ id, label: name }));
  const names = new Map(timeline.seats.map(({ id, name }) => [id, name]));
  const listClaims = (note: string): FieldReference[] =>
    [...timeline.claims.values()]
      .filter(({ claim }) => isOfferedClaim(claim.by === seat, note))
      .filter(({ claim }) => !/concern of yours|your concern/.test(note) || isOwnConcern(claim))
      .map(({ claim: { id, by, text } }) => ({
        id,
        label: truncateText(`${names.get(by) ?? by}: ${text}`, MOST_LABEL),
      }));
  const sources = [
    ...brief.sources.map(({ id, title }) => ({ id, label: title })),
    ...options.map(({ id, label }) => ({ id: `option-${id}`, label: `option ${label}` })),
  ];
  return (name, note) => {
    const own = findOwn(name, note);
    if (own.length > 0) return own;
    if (!/\bids?\b/.test(note)) return [];
    const asked = `${name} ${note}`.toLowerCase();
    const isOption = /\boptions?\b/.test(asked);
    if (/\bsource/.test(asked)) return sources;
    if (isOption && /option|about/.test(name)) return [...options, ...listWords(note)];
    if (
      /\b(?:claim|statement|message|point|objection|concern|finding|criticism|dissent)s?\b/.test(
        asked,
      )
    )
      return listClaims(note);
    if (/\b(?:judge|seat|specialist|participant|director|challenger)s?\b/.test(asked))
      return [...listWords(note), ...seats];
    return isOption ? options : listClaims(note);
  };
}

/** Some fields are about one's own points, and some about those of the others. */
function isOfferedClaim(isOwn: boolean, note: string): boolean {
  if (/\byours?\b/.test(note)) return isOwn;
  return /\bothers?['’]|\banother['’]s\b|\byou attack\b|\byou agree with\b/.test(note)
    ? !isOwn
    : true;
}

/** What can be named instead of any of them. */
const WORDS = { all: "everyone", proposal: "the proposal" };

function listWords(note: string): FieldReference[] {
  return Object.entries(WORDS).flatMap(([id, label]) =>
    note.includes(`"${id}"`) ? [{ id, label }] : [],
  );
}
