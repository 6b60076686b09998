/** CONTRACT: the data the page receives, from a server or inside a report. The page computes the rest. */
import type { Audit } from "../audit/audit.ts";
import type { ClaimLedger } from "../audit/measures/claim-ledger.ts";
import type { OutcomeStrength } from "../audit/measures/outcome-strength.ts";
import type { MonthlyStats } from "../audit/monthly-stats.ts";
import type { ProjectStats } from "../audit/project-stats.ts";
import type { CalibrationReport } from "../audit/strength-calibration.ts";
import type { Estimate } from "../debates/estimate.ts";
import type { Event } from "../domain/journal/event.ts";
import type { LiveEvent } from "../engine.ts";
import type { DocumentFindings } from "../protocols/view-shapes.ts";
import type { VerdictCard } from "../reports/verdict-card.ts";
import type { ListedDebate } from "../store.ts";
import type { DebateRules } from "../timeline/debate-timeline.ts";

/** A debate: the response to `GET /api/debates/:id`, and the content of a report. */
export interface PageDebate {
  readonly id: string;
  readonly events: readonly Event[];
  /** The lines as they are chained, so that a reader can check them; `events` is what they say. */
  readonly lines: readonly string[];
  /** Texts by SHA-256: sources of the brief and published texts, as far as they are available. */
  readonly texts: Readonly<Record<string, string>>;
  /** Lines with a signature of an event each; absent if nobody signed. */
  readonly signatures?: readonly string[];
  readonly rules: DebateRules;
  /** Read at the newest event with the same code as the command line; null while nothing was said. */
  readonly findings: PageFindings | null;
  /** Prompts by turn key, where they are inside; a server gives them one by one. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Whether a process runs it now. */
  readonly held: boolean;
  /** SHA-256 of texts that are available but too long for the page; the journal file has them. */
  readonly leftOut?: readonly string[];
  /** Set where it comes from a file, so that nothing can be done with it. */
  readonly readOnly?: true;
  /** In a gallery: the page with all debates. */
  readonly home?: string;
  /** Debates that were forked from it, newest first. */
  readonly forks?: readonly DebateFork[];
}

export interface DebateFork {
  readonly id: string;
  /** CONSENSUS, CONTESTED…; null while it runs. */
  readonly label: string | null;
  readonly choice: string | null;
}

/** What the list says of an ended debate beyond its summary. */
export interface HomeCard {
  /** Null where the journal could not be read. */
  readonly strength: OutcomeStrength | null;
  /** Names of those whose dissent is on record. */
  readonly dissenting: readonly string[];
  /** Votes for each option, vote by vote. */
  readonly votes: readonly Readonly<Record<string, number>>[];
}

export interface PageFindings {
  /** The event up to which all of this was read. */
  readonly at: number;
  readonly audit: PageAudit | null;
  /** K19: the verdict that every surface shows; null while the debate has not ended. */
  readonly verdict: VerdictCard | null;
  /** The record as the command line prints it, in Markdown. */
  readonly record: string;
  /** The decision record as it is or will be written (MADR 4), in Markdown. */
  readonly adr: string;
  /** Null while the debate has not ended. */
  readonly verification: PageVerification | null;
  /** What its protocol tells of the document it works on; null where there is none. */
  readonly document: DocumentFindings | null;
}

/** The audit with its claims counted: the page has them all in its events. */
export type PageAudit = Omit<Audit, "ledger"> & {
  readonly ledger: Omit<ClaimLedger, "entries"> & {
    readonly claims: number;
    readonly proven: number;
    /** Said and shown for the first time. */
    readonly novel: number;
  };
};

/** What a server sends of a debate: the lines say the events. */
export type SentPageDebate = Omit<PageDebate, "events">;

export interface PageVerification {
  readonly holds: boolean;
  /** What was checked, in sentences. */
  readonly checks: readonly { readonly what: string; readonly holds: boolean }[];
  readonly fault: string | null;
  /** What consistent does not mean: who spoke, when and at what price. */
  readonly notProven: string;
}

/** What `GET /api/debates/:id/events` sends beside journal events. */
export type PageLiveEvent =
  | LiveEvent
  | { readonly type: "held"; readonly held: boolean }
  /** Why nobody runs it any more, if something went wrong. */
  | { readonly type: "trouble"; readonly message: string };

/** `GET /api/home` */
export interface PageHome {
  readonly debates: readonly ListedDebate[];
  /** What can be started here. */
  readonly protocols: readonly { readonly id: string; readonly summary: string }[];
  /** Who sits where nobody is named, in words; such as "built-in readers, no language model". */
  readonly seating: string;
  /** Who acts, for the record. */
  readonly person: string;
  readonly project: string;
  /** What can take a seat here, by name. */
  readonly models?: readonly string[];
  /** By debate; those that are missing come later. */
  readonly cards?: Readonly<Record<string, HomeCard>>;
  /** In a gallery: the file of each debate, by its id. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Set where debates come from a file, so that nothing can be done with them. */
  readonly readOnly?: true;
}

/** `GET /api/statistics` */
export interface PageStatistics extends ProjectStats {
  /** Ended debates that are counted when it is asked for again. */
  readonly uncounted: number;
  readonly months: readonly MonthlyStats[];
  readonly calibration: CalibrationReport;
}

/** `POST /api/plans` and `POST /api/debates` take this; only the second spends anything. */
export interface StartRequest {
  readonly protocol: string;
  readonly question: string;
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly description?: string;
  }[];
  /** The brief's own text, in Markdown. */
  readonly body: string;
  /** Paths inside the project, as `--context` takes them. */
  readonly context?: readonly string[];
  /** Seat to model, as `--seat` takes them. */
  readonly seats?: Readonly<Record<string, string>>;
  /** A proposal of `POST /api/panels` that the person agreed to, and the seats of it that they left out. */
  readonly panel?: { readonly proposal: string; readonly without: readonly string[] };
  readonly budgetUsd?: number;
  /** The price that was shown and agreed to: a dearer plan is refused. */
  readonly agreedUsd?: number;
}

export interface PagePlan {
  readonly protocol: string;
  readonly seats: readonly { readonly id: string; readonly name: string; readonly model: string }[];
  readonly calls: { readonly min: number; readonly max: number };
  readonly estimate: Estimate;
  /** The price in words; null where nothing costs. */
  readonly price: string | null;
  /** What is sent: title and size. */
  readonly sends: readonly { readonly title: string; readonly bytes: number }[];
  readonly notices: readonly string[];
  /** What the brief lacks or where it contradicts itself. */
  readonly briefNotes: readonly string[];
  /** Earlier decisions on a like question. */
  readonly similar: readonly {
    readonly debate: string;
    readonly question: string;
    readonly choice: string | null;
  }[];
  /** Who could propose more seats, and for how much; null where seats are fixed, proposed already, or nobody could. */
  readonly panel: PagePanelOffer | null;
}

export interface PagePanelOffer {
  readonly by: string;
  /** In words; null where it costs nothing. */
  readonly price: string | null;
  readonly usd: number;
}

/** `POST /api/panels`: seats that a model proposes for a question. Nobody sits before a person agrees. */
export interface PagePanelProposal {
  readonly proposal: string;
  readonly by: string;
  readonly preset: { readonly id: string; readonly why: string } | null;
  readonly seats: readonly {
    readonly id: string;
    readonly name: string;
    /** The question that it asks of every answer. */
    readonly asks: string;
    readonly why: string;
  }[];
}

/** `GET /api/debates/:id/form?seat=` : what a person in that seat is asked. */
export interface SeatQuestion {
  readonly seat: string;
  readonly key: string;
  readonly prompt: string;
  /** JSON Schema of the reply. */
  readonly schema: unknown;
  /** An empty reply to fill in. */
  readonly blank: unknown;
  /** What the first answer was sent back for. */
  readonly problems: readonly string[];
  /** What the person is asked to do, in a sentence; null where nobody knows the step. */
  readonly task: string | null;
  readonly words: FieldWords;
}

/** Field of a form to what stands above it and, after a bar, below it. */
export type FieldWords = Readonly<Record<string, string>>;

/** Every refusal: one line that says what, one that says what to do. */
export interface PageError {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}
