/** What a poll comes to: most votes of the last round, a tie is a tie, and a review lists what was found. */
import { outcome, type Outcome, type RecordedAbsence } from "../../domain/outcome/outcome.ts";
import { type Tally, tally, type Vote } from "../../domain/outcome/tally.ts";
import type { Round } from "../../domain/round.ts";
import type { PollStage } from "./prompts/asks.ts";
import { isPollVote, type PollReply } from "./replies.ts";

/** The most votes carry, however few: `tally` gives a tie to nobody. */
const MOST = { needed: 0, of: 1 };

export function concludePoll(
  { settings, floor, held }: PollStage,
  rounds: readonly Round<PollReply>[],
): Outcome {
  const last = rounds.at(-1);
  const spoken = last?.spoken ?? [];
  const shared = {
    present: spoken.length,
    expected: floor.participants.length,
    absences: listAbsences(rounds),
    rounds: rounds.length,
  };
  if (spoken.length === 0)
    return outcome({ ...shared, label: "NO_ANSWER", ending: "failed", summary: "nobody answered" });
  if (settings.task === "review") return concludeReview(rounds, shared);
  const readVotes = (round: Round<PollReply> | undefined): Vote[] =>
    (round?.spoken ?? []).map(({ by, reply }) => ({ by, option: held(by, reply) }));
  const blind = tally(readVotes(rounds[0]), MOST);
  const final = tally(readVotes(last), MOST);
  return outcome({
    ...shared,
    label: final.carried === null ? "TIE" : "ANSWERED",
    ending: final.carried === null ? "open" : "decided",
    choice: final.carried,
    summary: describeTally(final),
    tallies: [final],
    baseline: {
      distribution: blind.distribution,
      choice: blind.carried,
      changed: blind.carried !== final.carried,
    },
    result: { answer: final.carried, votes: final.cast },
  });
}

function concludeReview(
  rounds: readonly Round<PollReply>[],
  shared: Pick<Outcome, "present" | "expected" | "absences" | "rounds">,
): Outcome {
  const findings = (rounds.at(-1)?.spoken ?? []).flatMap(({ by, reply }) =>
    isPollVote(reply) ? [] : reply.findings.map(({ headline }) => ({ by, headline })),
  );
  return outcome({
    ...shared,
    label: "REVIEWED",
    ending: "decided",
    summary: `${findings.length} ${findings.length === 1 ? "finding" : "findings"} of ${shared.present} ${shared.present === 1 ? "reviewer" : "reviewers"}`,
    result: { findings },
  });
}

function describeTally({ distribution, carried, cast }: Tally): string {
  const held = Object.entries(distribution).map(([option, by]) => `${option} ${by.length}`);
  return `${carried === null ? "a tie" : carried} of ${cast} ${cast === 1 ? "answer" : "answers"}: ${held.join(", ")}`;
}

function listAbsences(rounds: readonly Round<PollReply>[]): RecordedAbsence[] {
  return rounds.flatMap(({ step, absent }) =>
    absent.map(({ by, reason, detail }) => ({ by, step, reason, detail })),
  );
}
