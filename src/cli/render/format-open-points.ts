/** What a vote left open: a second round that was not needed, and the fact that the voters found missing. */
import type { Transcript } from "../../domain/journal/transcript.ts";
import { isJsonObject, type Json } from "../../domain/json.ts";
import { findParticipantName } from "../../domain/participant.ts";
import { RECORDED_PROVIDER } from "../../domain/recorded-replies.ts";
import { listNamingWords } from "../../text/substance.ts";

/** J12: agreement in the blind votes ends a debate. Null where that is not how it ended. */
export function describeSkippedRound({ outcome, steps }: Transcript): string | null {
  const [first] = outcome?.tallies ?? [];
  const hasVotes = steps.some(({ step }) => step === BLIND_VOTES);
  if (!hasVotes || outcome?.choice == null || outcome.rounds !== 1 || !first) return null;
  const votes = first.distribution[outcome.choice]?.length ?? 0;
  const count = `${votes} of ${first.cast} votes`;
  return `not held: ${outcome.choice} had ${count} after the blind round. Always hold it: --setting second_round=always`;
}

const BLIND_VOTES = "openings";

export interface MissingFact {
  readonly by: string;
  readonly words: string;
  /** Adds it and continues the debate. */
  readonly command: string;
}

/** The missing fact that most of the others name too; null where none is named, or it was not asked here. */
export function findMissingFact(transcript: Transcript): MissingFact | null {
  const { id, outcome, participants, decisions } = transcript;
  const isRecorded = participants.some(({ model }) => model.startsWith(`${RECORDED_PROVIDER}/`));
  if (!outcome || outcome.ending === "failed" || decisions.length > 0 || isRecorded) return null;
  const named = readMissing(outcome.result["missing"]);
  const shared = named.map((one) => countSharedWords(one, named));
  const most = named[shared.indexOf(Math.max(...shared))];
  if (most === undefined) return null;
  return {
    by: findParticipantName(participants, most.judge),
    words: most.words,
    command: `dissent resume ${id} --ask "…"`,
  };
}

interface NamedMissing {
  readonly judge: string;
  readonly words: string;
}

/** A journal may come from anywhere, so nothing is taken for granted. */
function readMissing(given: Json | undefined): NamedMissing[] {
  if (!Array.isArray(given)) return [];
  return given.filter(isJsonObject).flatMap(({ judge, words }) => {
    return typeof judge === "string" && typeof words === "string" ? [{ judge, words }] : [];
  });
}

/** How many of its words the others use, too, when they say what is missing. */
function countSharedWords({ judge, words }: NamedMissing, all: readonly NamedMissing[]): number {
  const others = Map.groupBy(
    all.filter((one) => one.judge !== judge),
    (one) => one.judge,
  );
  const said = [...others.values()].map((group) =>
    listNamingWords(group.map((one) => one.words).join(" ")),
  );
  const own = [...listNamingWords(words)];
  return said.reduce((sum, theirs) => sum + own.filter((word) => theirs.has(word)).length, 0);
}
