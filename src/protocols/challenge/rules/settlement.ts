/** H23-H24, K5: an ACCEPT counts if it names something that the proponent said or changed since, and says why. */
import type { Claim } from "../../../domain/claim.ts";
import { findCauseProblems } from "../../../domain/outcome/change-cause.ts";
import { findHollowness } from "../../../text/substance.ts";
import type { Objection } from "../prompts/prompt-input.ts";
import type { ChallengerRebuttalReply } from "../replies.ts";
import { listOpeningClaims, listPositions } from "./positions.ts";
import type { Debate } from "./table.ts";

type GivenRebuttal = ChallengerRebuttalReply["rebuttals"][number];

/**
 * Why an ACCEPT settles nothing; empty where it settles the objection. One valid cause is enough. The objection is as it
 * stood when its author was asked, with the answer of that round as its last entry.
 */
export function listAcceptProblems(
  debate: Debate,
  objection: Objection,
  given: Pick<GivenRebuttal, "reason" | "because" | "because_parts">,
): string[] {
  const { id } = objection;
  const hollow = findHollowness(given.reason, { mayAgree: true });
  if (hollow !== null) {
    return [`you accept on ${id}, and the reason does not say what settles it (${hollow})`];
  }
  if (given.because.length + given.because_parts.length === 0) {
    return [
      `you accept on ${id} and name nothing that settles it: give the id of the answer, or the number of a new or changed part`,
    ];
  }
  const problems = [
    ...given.because.map((cause) => findClaimCauseProblem(debate, objection, cause)),
    ...given.because_parts.map((part) => findPartCauseProblem(debate, objection, part)),
  ];
  return problems.includes(null) ? [] : problems.flatMap((problem) => problem ?? []);
}

/** Rounds since its author last spoke, the one that is being answered included. */
function listUnseenRounds({ rounds }: Objection): readonly number[] {
  const spoke = rounds.findLastIndex(({ rebuttal }) => rebuttal !== null);
  return rounds.slice(spoke + 1).map(({ round }) => round);
}

function findClaimCauseProblem(debate: Debate, objection: Objection, id: string): string | null {
  const unseen = new Set(listUnseenRounds(objection));
  const answers = debate.exchanges.filter(({ round }) => round <= Math.max(0, ...unseen));
  const responses = answers.flatMap(({ round, response }) =>
    response.kind === "spoken" ? response.claims.map((claim) => ({ round, claim })) : [],
  );
  const opened = listOpeningClaims(debate);
  const seen = responses.filter(({ round }) => !unseen.has(round)).map(({ claim }) => claim);
  const toThis = new Set(objection.rounds.flatMap(({ answer }) => answer?.claim ?? []));
  const [problem] = findCauseProblems(
    { claims: [id], evidence: [] },
    {
      by: objection.challenger,
      visible: [...opened, ...responses.map(({ claim }) => claim)],
      seenBefore: new Set([...opened, ...seen].map((claim) => claim.id)),
      move: { left: "", taken: "", bears: (claim: Claim) => toThis.has(claim.id) },
    },
  );
  if (problem === undefined) return null;
  return problem.includes("speaks neither")
    ? `claim ${id} is not an answer to ${objection.id}`
    : problem;
}

function findPartCauseProblem(debate: Debate, objection: Objection, part: number): string | null {
  const unseen = new Set(listUnseenRounds(objection));
  const isNew = listPositions(debate).some(
    ({ afterRound, changes }) =>
      unseen.has(afterRound) && changes.some((change) => change.part === part),
  );
  return isNew ? null : `part ${part} is neither new nor changed since you last spoke`;
}
