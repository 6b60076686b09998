/** The facts a journal consists of. A journal alone is enough to resume, replay, verify, render and fork a debate. */
import type { RecordedBrief } from "../brief.ts";
import type { Claim } from "../claim.ts";
import type { Json } from "../json.ts";
import type { OfferedChoice } from "../outcome/choice-reason.ts";
import type { Outcome } from "../outcome/outcome.ts";
import type { Participant } from "../participant.ts";
import type { AbsenceReason } from "../round.ts";
import type { DecisionJudged, FootingChecked, FootingNoted } from "./annotation-facts.ts";

/** The shape of events below; a reader refuses a higher one. Since 2 an outcome that nobody judged is open (K20). */
export const JOURNAL_FORMAT = 2;

export interface Limits {
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  /** Models of unknown price may be asked under a cap in dollars; what they cost is then not counted. */
  readonly unpriced?: boolean;
  readonly wallMs: number | null;
  /** What a reached limit does: pause (resumable), or let the protocol end without the missing voices. */
  readonly onLimit: "pause" | "finish";
}

/** Who really spoke, and what it took (K14). */
export interface Speaker {
  readonly provider: string;
  readonly requested: string;
  /** Null when the model failed before it said who it was. */
  readonly served: string | null;
  readonly version: string | null;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Of the input tokens, those read from a prompt cache. */
  readonly cachedTokens?: number;
  /** Where the price is not the list's own: `unknown` means that `costUsd` leaves this call out. */
  readonly price?: "approximate" | "unknown";
  /** How often the question was put before it was answered or given up, where more than once (K14). */
  readonly tries?: number;
}

/** Who a model proposed to seat, and who agreed to it. */
export interface AgreedPanel {
  readonly proposedBy: string;
  readonly agreedBy: string;
  readonly preset: string | null;
  /** Seats that were added, each with the line that says why. */
  readonly seats: readonly { readonly id: string; readonly why: string }[];
}

export interface DebateOpened {
  readonly type: "debate-opened";
  readonly format: number;
  readonly debate: string;
  readonly protocol: string;
  readonly protocolVersion: number;
  readonly brief: RecordedBrief;
  readonly participants: readonly Participant[];
  readonly settings: Json;
  readonly limits: Limits;
  /** Deadline of one call to a model. */
  readonly timeoutMs: number;
  /** Makes the fences of this debate's prompts unpredictable to the authors of its texts (K15). */
  readonly salt: string;
  readonly notices: readonly string[];
  /** Dissenters are asked to confirm their wording. */
  readonly attest?: true;
  /** Set where seats were proposed for this question. */
  readonly panel?: AgreedPanel;
  readonly by: string;
  readonly forkedFrom: {
    readonly debate: string;
    readonly sequence: number;
    readonly head: string;
  } | null;
}

/** Every prompt of a step, fixed by hash before the first is sent (K1). */
export interface AsksCommitted {
  readonly type: "asks-committed";
  readonly step: string;
  /** No ask of this step shows anyone else's words. */
  readonly blind: boolean;
  /** Copied from the debate this one was forked from; the prompts are those of that debate. */
  readonly inherited?: true;
  readonly asks: readonly {
    readonly by: string;
    readonly prompt: string;
    readonly bytes: number;
    /** Keys of the turns whose words are in the prompt. */
    readonly reveals: readonly string[];
  }[];
}

/** The first reply was invalid; a repair is asked for once (K3). */
export interface ReplyRejected {
  readonly type: "reply-rejected";
  readonly key: string;
  readonly by: string;
  readonly problems: readonly string[];
  readonly raw: string;
  readonly speaker: Speaker;
  readonly usage: Usage;
  readonly latencyMs: number;
}

/** A reply in one line, for people: the position, the confidence, the participant's words. */
export interface ReplySummary {
  readonly position: string | null;
  /** 0 to 100, as stated by the speaker. */
  readonly confidence: number | null;
  readonly words: string;
  /** What the speaker said would change its mind. */
  readonly wouldChange: string | null;
  /** Claims that the participant names as the cause of this change of position (K5). */
  readonly because?: readonly string[];
  /** What it takes for granted. */
  readonly assumes?: readonly string[];
}

export interface ReplyRecorded {
  readonly type: "reply-recorded";
  readonly key: string;
  readonly by: string;
  readonly reply: Json;
  readonly said: ReplySummary | null;
  readonly claims: readonly Claim[];
  readonly unmet: readonly string[];
  readonly speaker: Speaker;
  readonly usage: Usage;
  readonly latencyMs: number;
  /** Set when the repair was not asked for, for want of budget, and the first reply had to do. */
  readonly called?: false;
}

export interface ParticipantAbsent {
  readonly type: "participant-absent";
  readonly key: string;
  readonly by: string;
  readonly reason: AbsenceReason;
  readonly detail: string;
  /** What was said, if anything was, cut to a bounded length. */
  readonly raw: string | null;
  readonly speaker: Speaker;
  readonly usage: Usage;
  readonly latencyMs: number;
  /** False when the call was never started. */
  readonly called: boolean;
}

/** The seat is a person's or a host's; the debate waits for the answer. */
export interface AnswerAwaited {
  readonly type: "answer-awaited";
  readonly key: string;
  readonly by: string;
  /** 1 for the first answer, 2 for its repair. */
  readonly attempt: number;
}

/** What a person answered for a seat; it is read and checked like any reply. */
export interface PersonAnswered {
  readonly type: "person-answered";
  readonly key: string;
  readonly attempt: number;
  readonly text: string;
  /** Who answered. */
  readonly by: string;
  /** Set where it was no person but the model of the program that called. */
  readonly from?: "host";
}

export interface RoundClosed {
  readonly type: "round-closed";
  readonly step: string;
}

export interface ClockRead {
  readonly type: "clock-read";
  readonly key: string;
  readonly readMs: number;
}

/** What code read outside of the debate, such as files of a repository. Kept, so that no replay reads it again. */
export interface OutsideRead {
  readonly type: "outside-read";
  readonly key: string;
  /** SHA-256 of what was asked for. */
  readonly request: string;
  readonly answer: Json;
  /** Texts that can be quoted from here on, by hash. */
  readonly sources: RecordedBrief["sources"];
}

export interface ArtifactPublished {
  readonly type: "artifact-published";
  /** Relative path with forward slashes, safe on every platform. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface EscalationRaised {
  readonly type: "escalation-raised";
  readonly key: string;
  readonly question: string;
  readonly choices: readonly OfferedChoice[];
  /** Several choices may be given at once, joined by commas. */
  readonly many?: true;
}

export interface EscalationAnswered {
  readonly type: "escalation-answered";
  readonly key: string;
  readonly choice: string;
  readonly reason: string;
  readonly by: string;
}

export interface DebatePaused {
  readonly type: "debate-paused";
  readonly reason: "interrupted" | "limit" | "failed";
  readonly detail: string;
}

export interface DebateResumed {
  readonly type: "debate-resumed";
  readonly limits: Limits;
  /** Calls that were in flight when the last process stopped, and are made again. */
  readonly askedAgain: readonly string[];
}

export interface DebateSettled {
  readonly type: "debate-settled";
  readonly outcome: Outcome;
}

/** A person's choice after the panel had ended; the panel's outcome stays as it was (K11). */
export interface DecisionRecorded {
  readonly type: "decision-recorded";
  readonly choice: string;
  readonly reason: string;
  readonly by: string;
  /** Chosen where the panel's words were kept back until then; what else the person had read is not known. */
  readonly blind?: true;
}

export type Fact =
  | DebateOpened
  | AsksCommitted
  | ReplyRejected
  | ReplyRecorded
  | ParticipantAbsent
  | AnswerAwaited
  | PersonAnswered
  | RoundClosed
  | ClockRead
  | OutsideRead
  | ArtifactPublished
  | EscalationRaised
  | EscalationAnswered
  | DebatePaused
  | DebateResumed
  | DebateSettled
  | DecisionRecorded
  | FootingNoted
  | FootingChecked
  | DecisionJudged;

/** A fact at its place in a journal. */
export interface Event {
  readonly sequence: number;
  readonly atMs: number;
  /** SHA-256 of the predecessor; of nothing, for the first. */
  readonly previous: string;
  readonly fact: Fact;
  readonly hash: string;
}

export function readOpening(events: readonly Event[]): DebateOpened {
  const first = events[0]?.fact;
  if (first?.type !== "debate-opened") throw new TypeError("A journal begins with debate-opened.");
  return first;
}

export function findSettlement(events: readonly Event[]): DebateSettled | undefined {
  return events.map(({ fact }) => fact).find((fact) => fact.type === "debate-settled");
}

export function listDecisions(events: readonly Event[]): (DecisionRecorded & { atMs: number })[] {
  return events.flatMap(({ fact, atMs }) =>
    fact.type === "decision-recorded" ? [{ ...fact, atMs }] : [],
  );
}
