/** H20-H27, K4: what happened to every objection. Only its author can withdraw it; silence never does. */
import type { Claim } from "../../../domain/claim.ts";
import { computeOnce } from "../../../domain/compute-once.ts";
import { STRENGTHS, type Strength } from "../../../domain/outcome/objection.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import { findHollowness } from "../../../text/substance.ts";
import type {
  JoinedObjection,
  MissingWords,
  Objection,
  ObjectionRebuttal,
} from "../prompts/prompt-input.ts";
import type { ChallengerRebuttalReply, ChallengeReply, FiledObjection } from "../replies.ts";
import { findAnswerPlace } from "./answers.ts";
import { fitHeadline } from "./headline.ts";
import { joinObjections } from "./joined-objections.ts";
import { isFreshRebuttal } from "./novelty.ts";
import { listAcceptProblems } from "./settlement.ts";
import type { ConfrontationRound, Debate } from "./table.ts";
import { listVerdicts, readVerdict, type VerdictRow } from "./verdicts.ts";

/** Every objection, also those that never blocked, in the state the exchanges so far have brought it to. */
export const listObjections = computeOnce((debate: Debate): readonly Objection[] =>
  debate.exchanges.reduce<readonly Objection[]>(
    (objections, exchange) => applyExchange(debate, objections, exchange),
    listVerdicts(debate).flatMap(createFirstObjections),
  ),
);

/** Those that stand in the way of agreement. */
export function listStanding(debate: Debate): Objection[] {
  return listObjections(debate).filter(({ state }) => state === "open");
}

/** Those on record that block nothing: minor from the start, or what is left of one. */
export function listMinor(debate: Debate): Objection[] {
  return listObjections(debate).filter(({ state }) => state === "minor");
}

export function listDissenters(debate: Debate): Participant[] {
  const ids = new Set(listStanding(debate).map(({ challenger }) => challenger));
  return debate.challengers.filter(({ id }) => ids.has(id));
}

/** What a challenger objects with who said nothing that could be read or answered; claims are numbered from 1. */
export function formatWordlessId({ mark }: Pick<Participant, "mark">, madeIn = 0): string {
  return madeIn === 0 ? `${mark}0` : `${mark}0${madeIn}`;
}

const WORDLESS: Readonly<Record<MissingWords, string>> = {
  unreadable: "The reply could not be read, so it is not an agreement.",
  downgraded: "Agreed without grounds, also when asked for them.",
  bare: "Does not agree, and names no point.",
};

function createFirstObjections({
  challenger,
  blocking,
  downgraded,
  turn,
}: VerdictRow): readonly Objection[] {
  if (!turn) return blocking ? [createWordless(challenger, "unreadable")] : [];
  const filed = fileObjections(challenger, turn, {
    objections: turn.reply.objections,
    from: 0,
    madeIn: 0,
  });
  if (downgraded) return [createWordless(challenger, "downgraded"), ...filed];
  return raiseRefusal(challenger, turn.reply, { filed, madeIn: 0 });
}

/** A refusal blocks: by its first point where all are called minor, and without words where it names none. */
function raiseRefusal(
  challenger: Participant,
  reply: ChallengeReply,
  { filed, madeIn }: { readonly filed: readonly Objection[]; readonly madeIn: number },
): readonly Objection[] {
  const [first, ...others] = filed;
  if (!readVerdict(reply).blocking || filed.some(({ blocked }) => blocked)) return filed;
  if (!first) {
    const id = formatWordlessId(challenger, madeIn);
    return [{ ...createWordless(challenger, "bare"), id, madeIn }];
  }
  return [{ ...first, strength: "moderate", blocked: true, state: "open" }, ...others];
}

function createWordless(challenger: Participant, missing: MissingWords): Objection {
  const strength: Strength = missing === "downgraded" ? "moderate" : "strong";
  return {
    id: formatWordlessId(challenger),
    challenger: challenger.id,
    name: challenger.name,
    missing,
    madeIn: 0,
    text: WORDLESS[missing],
    detail: "",
    filed: strength,
    strength,
    blocked: true,
    parts: [],
    point: null,
    evidence: [],
    alternative: null,
    settled_by: null,
    rounds: [],
    state: "open",
  };
}

interface Filing {
  readonly objections: readonly FiledObjection[];
  /** Place of the first one among the claims of the turn. */
  readonly from: number;
  readonly madeIn: number;
}

function fileObjections(
  challenger: Pick<Participant, "id" | "name" | "mark">,
  { claims }: Pick<Spoken<unknown>, "claims">,
  { objections, from, madeIn }: Filing,
): Objection[] {
  return objections.map(({ headline, detail, strength, ...filed }, at) => ({
    id: claims[from + at]?.id ?? formatWordlessId(challenger),
    challenger: challenger.id,
    name: challenger.name,
    missing: null,
    madeIn,
    ...fitHeadline(headline, detail),
    filed: strength,
    strength,
    blocked: strength !== "minor",
    parts: filed.parts,
    point: filed.point,
    evidence: claims[from + at]?.evidence ?? [],
    alternative: filed.alternative,
    settled_by: filed.settled_by,
    rounds: [],
    state: strength === "minor" ? "minor" : "open",
  }));
}

function applyExchange(
  debate: Debate,
  before: readonly Objection[],
  exchange: ConfrontationRound,
): readonly Objection[] {
  const groups = joinObjections(before.filter(({ state }) => state === "open"));
  const answered = before.map((objection) => {
    if (objection.state !== "open") return objection;
    const group = groups.find(({ members }) => members.includes(objection));
    return applyToObjection(debate, objection, { exchange, group });
  });
  return [
    ...answered,
    ...debate.challengers.flatMap((challenger) => [
      ...listNewObjections(challenger, exchange),
      ...exchange.refutations.flatMap((refutation) => {
        const turn = findSpokenTurn(refutation, challenger.id);
        if (!turn) return [];
        const { round: madeIn } = exchange;
        const filing = { objections: turn.reply.objections, from: 0, madeIn };
        const filed = fileObjections(challenger, turn, filing);
        return raiseRefusal(challenger, turn.reply, { filed, madeIn });
      }),
    ]),
  ];
}

function listNewObjections(
  challenger: Participant,
  { rebuttals, round }: ConfrontationRound,
): Objection[] {
  const turn = rebuttals ? findSpokenTurn(rebuttals, challenger.id) : undefined;
  if (!turn) return [];
  const { rebuttals: given, new_objections: objections } = turn.reply;
  return fileObjections(challenger, turn, { objections, from: given.length, madeIn: round });
}

function applyToObjection(
  debate: Debate,
  before: Objection,
  { exchange, group }: { exchange: ConfrontationRound; group: JoinedObjection | undefined },
): Objection {
  const { round, response, rebuttals } = exchange;
  const answers = response.kind === "spoken" ? response.reply.answers : [];
  const at = findAnswerPlace(before.id, group, answers);
  const answer = answers[at];
  const claim = response.kind === "spoken" ? response.claims[at] : undefined;
  const entry = {
    round,
    answer: answer && claim ? { ...answer, claim: claim.id, evidence: claim.evidence } : null,
    rebuttal: null,
  };
  const answered = { ...before, rounds: [...before.rounds, entry] };
  const turn = rebuttals ? findSpokenTurn(rebuttals, before.challenger) : undefined;
  const rebuttal = turn && readRebuttal(debate, answered, { turn, exchange });
  if (!rebuttal) return answered;
  return {
    ...answered,
    rounds: [...before.rounds, { ...entry, rebuttal }],
    strength: rebuttal.strength,
    settled_by: rebuttal.settled_by ?? before.settled_by,
    state: readState(rebuttal),
  };
}

function readState({ choice, strength, problems }: ObjectionRebuttal): Objection["state"] {
  if (choice === "ACCEPT") return problems.length === 0 ? "resolved" : "open";
  return strength === "minor" ? "minor" : "open";
}

function readRebuttal(
  debate: Debate,
  objection: Objection,
  { turn, exchange }: { turn: Spoken<ChallengerRebuttalReply>; exchange: ConfrontationRound },
): ObjectionRebuttal | null {
  const place = turn.reply.rebuttals.findIndex((one) => one.objection === objection.id);
  const given = turn.reply.rebuttals[place];
  if (!given) return null;
  const { choice, reason, because, because_parts, settled_by } = given;
  return {
    choice,
    reason,
    because,
    because_parts,
    settled_by,
    strength: choice === "ACCEPT" ? objection.strength : lowerStrength(objection, given),
    fresh: isFreshRebuttal(debate, { by: turn.by, round: exchange.round, place }),
    problems: choice === "ACCEPT" ? listAcceptProblems(debate, objection, given) : [],
    claim: turn.claims[place]?.id ?? null,
  };
}

/** K8: a strength falls with a reason that says something, and never rises. */
export function lowerStrength(
  { strength: before }: Pick<Objection, "strength">,
  { strength, reason }: { readonly strength: Strength | null; readonly reason: string },
): Strength {
  if (strength === null) return before;
  const isLower = STRENGTHS.indexOf(strength) > STRENGTHS.indexOf(before);
  return isLower && findHollowness(reason, { mayAgree: true }) === null ? strength : before;
}

/** Its newest words as its author put them. */
export function readNewestWords({ rounds, text, detail }: Objection): string {
  const last = rounds.findLast(({ rebuttal }) => rebuttal !== null && rebuttal.choice !== "ACCEPT");
  return last?.rebuttal?.reason ?? (detail === "" ? text : `${text}\n\n${detail}`);
}

export function findNewestClaim({ id, rounds }: Objection): string {
  const last = rounds.findLast(({ rebuttal }) => rebuttal?.claim != null);
  return last?.rebuttal?.claim ?? id;
}

export function listChallengerClaims({ challenges, press, exchanges }: Debate): Claim[] {
  const rounds = [
    challenges,
    press,
    ...exchanges.flatMap(({ rebuttals, refutations }) => [rebuttals, ...refutations]),
  ];
  return rounds.flatMap((round) => round?.spoken.flatMap(({ claims }) => claims) ?? []);
}
