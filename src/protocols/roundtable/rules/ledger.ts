/** T1-T5, T16-T17: the ledger of concerns. Only its owner closes one, by id, naming what settled it. */
import type { Claim } from "../../../domain/claim.ts";
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import { findHollowness } from "../../../text/substance.ts";
import type { TableConcern } from "../prompts/prompt-input.ts";
import type { Discussion, SatisfactionScore } from "../replies.ts";
import { isOwnDomain, type TableStatement } from "./table.ts";
import { measureOverlap } from "./wording.ts";

export interface LedgerConcern {
  readonly id: string;
  readonly by: string;
  readonly text: string;
  readonly detail: string | null;
  readonly domain: string;
  readonly option: string | null;
  readonly resolved_by: string;
  readonly blocking: boolean;
  readonly evidence: readonly CheckedEvidence[];
  readonly round: number;
  readonly stage: number;
  /** T17: in another's domain it is written down and blocks nothing. */
  readonly own: boolean;
  /** T16: an own concern that was closed and that this one repeats; it blocks nothing. */
  readonly repeats: string | null;
  /** Null while it is open. */
  readonly settled: ConcernSettlement | null;
}

export interface ConcernSettlement {
  readonly round: number;
  readonly because: readonly string[];
  readonly why: string;
}

type StatedConcern = Discussion["concerns"][number];

export function isBlockingOpen({ blocking, own, repeats, settled }: LedgerConcern): boolean {
  return blocking && own && repeats === null && settled === null;
}

/** Concerns of one turn; what repeats an own open one word for word is that one, and not another. */
export function addConcerns(
  ledger: readonly LedgerConcern[],
  stated: readonly (StatedConcern & { readonly id?: string | null })[],
  around: { by: string; round: number; stage: number; claims: readonly Claim[] },
): LedgerConcern[] {
  const { by, round, stage, claims } = around;
  return stated.reduce<LedgerConcern[]>(
    (known, concern, index) => {
      const mine = known.filter((one) => one.by === by);
      const isSame = (one: LedgerConcern): boolean =>
        one.id === concern.id || measureOverlap(concern.text, one.text) >= SAME_WORDS;
      const open = mine.find((one) => one.settled === null && isSame(one));
      const own = isOwnDomain(concern.domain, by);
      const { text, detail, domain, option, resolved_by, blocking } = concern;
      const words = { text, detail, domain, option, resolved_by, blocking, own };
      if (open) {
        // closing it is the only way to take its weight away
        // said again it neither softens nor moves to a domain in which it would block nothing
        const kept = {
          ...open,
          ...words,
          blocking: open.blocking || blocking,
          ...(open.own && { own: true, domain: open.domain }),
        };
        return known.map((one) => (one === open ? kept : one));
      }
      const closed = mine.find((one) => one.settled !== null && isSame(one));
      const claim = claims[index];
      const { id = "", evidence = [] } = claim ?? {};
      const repeats = closed?.id ?? null;
      return [...known, { ...words, id, by, evidence, round, stage, repeats, settled: null }];
    },
    [...ledger],
  );
}

/** Calibrated in docs/protocols/roundtable.md: nearly the same words, in both directions. */
const SAME_WORDS = 0.8;

export interface ConcernClosing {
  readonly claim: string;
  readonly settlement: Omit<ConcernSettlement, "round">;
}

/** T16: a concern that its owner called settled, by something older than the concern. It stays open. */
export interface FailedClosing {
  readonly claim: string;
  readonly why: string;
}

export interface ReadClosings {
  readonly closings: readonly ConcernClosing[];
  /** What has to be asked for again. */
  readonly problems: readonly string[];
  /** What is only noted: nothing is lost if the concern stays open. */
  readonly failed: readonly FailedClosing[];
}

/** What of a reply closes an own concern, and what is wrong with the rest. */
export function readClosings(
  stated: readonly StatedClosing[],
  { by, open, visible }: ClosingContext,
): ReadClosings {
  const closings: ConcernClosing[] = [];
  const problems: string[] = [];
  const failed: FailedClosing[] = [];
  for (const { claim, state = "settled", because, why } of stated) {
    const concern = open.find(({ id }) => id === claim);
    if (!concern) {
      problems.push(`${claim} is not an open concern of yours`);
      continue;
    }
    if (state === "open") continue;
    const faults = because.map((id) => findCauseFault(concern, id, { by, visible }));
    const valid = because.filter((_, index) => faults[index] === null);
    const old = faults.find((fault) => fault?.isOld === true);
    const empty = findEmptyWhy(concern, why);
    if (valid.length > 0 && empty === null)
      closings.push({ claim, settlement: { because: valid, why } });
    else if (valid.length === 0 && old) failed.push({ claim, why: old.text });
    else {
      const fault = empty ?? faults[0]?.text ?? NO_CAUSE;
      problems.push(`${claim} is not closed: ${fault}`);
    }
  }
  return { closings, problems, failed };
}

type StatedClosing = Omit<SatisfactionScore["my_concerns"][number], "state"> & {
  readonly state?: "settled" | "open";
};

const NO_CAUSE = "name in because the message or the proposal that settled it";

export interface ClosingContext {
  readonly by: string;
  readonly open: readonly LedgerConcern[];
  /** What the owner was shown, its own words included. */
  readonly visible: readonly TableStatement[];
}

interface CauseFault {
  readonly text: string;
  readonly isOld?: true;
}

/** Why one id does not settle a concern; null if it does. */
function findCauseFault(
  { stage }: LedgerConcern,
  id: string,
  { by, visible }: Pick<ClosingContext, "by" | "visible">,
): CauseFault | null {
  const cited = visible.find((one) => one.id === id);
  if (!cited) return { text: `${id} is nothing that you were shown` };
  if (cited.by === by) return { text: `${id} is your own` };
  // first positions were sealed, so another's can settle what was raised at the same time
  if (cited.newSince < stage)
    return { text: `${id} says nothing that was not said before you raised it`, isOld: true };
  return cited.form === "concern" ? { text: `${id} is itself a concern` } : null;
}

/** T16, K8: whether the reason of a closing says how. */
export function findEmptyWhy({ text }: Pick<LedgerConcern, "text">, why: string): string | null {
  const hollow = findHollowness(why, { mayAgree: true, judged: text, rule: { minimumWords: 4 } });
  return hollow === null || hollow === NAMES_NOTHING ? null : `why says too little (${hollow})`;
}

/** An answer may settle a concern in quite other words. */
const NAMES_NOTHING = "it names nothing of what it is about";

export function closeConcerns(
  ledger: readonly LedgerConcern[],
  closings: readonly ConcernClosing[],
  round: number,
): LedgerConcern[] {
  const settled = new Map(closings.map(({ claim, settlement }) => [claim, settlement]));
  return ledger.map((concern) => {
    const settlement = settled.get(concern.id);
    return settlement ? { ...concern, settled: { round, ...settlement } } : concern;
  });
}

/** As a prompt shows it, with the answers that its reader can see. */
export function describeConcern(
  concern: LedgerConcern,
  visible: readonly TableStatement[],
): TableConcern {
  const { id, by, text, detail, domain, option, resolved_by, blocking, round, evidence } = concern;
  const current = visible.findLast(({ form }) => form === "proposal");
  const answers = visible.filter(
    (one) =>
      one.by !== by && one.answers.includes(id) && (one.form !== "proposal" || one === current),
  );
  return {
    id,
    by,
    text,
    detail,
    domain,
    option,
    resolved_by,
    blocking,
    round,
    evidence,
    answers: answers.map((one) => one.id),
  };
}
