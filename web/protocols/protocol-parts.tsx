/** What the page shows for one protocol only. Each protocol has a page of its own, which registers its parts. */
import type { ComponentChildren, ComponentType } from "preact";

import type { DocumentFindings } from "../../src/protocols/view-shapes.ts";
import type {
  ChallengeFate,
  DebateSnapshot,
  DebateTimeline,
  PersonQuestion,
} from "../../src/timeline/debate-timeline.ts";
import type { SelectedLines } from "../act/form/quoting.ts";
import type { FieldReference } from "../act/form/references.ts";

import "./rules.css";

interface ProtocolPanelProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

interface QuestionProps {
  readonly timeline: DebateTimeline;
  readonly question: PersonQuestion;
}

export interface AnswerSupplementProps extends QuestionProps {
  readonly accepted: readonly string[];
  readonly trouble: string | undefined;
  readonly onAccept: (accepted: readonly string[]) => void;
}

/** What some answer needs beside a choice and a reason. */
export interface AnswerSupplement {
  /** The choice that needs it. */
  readonly choice: string;
  readonly Field: ComponentType<AnswerSupplementProps>;
  /** What is missing, in words; null where nothing is. */
  describeMissing(asked: QuestionProps, accepted: readonly string[]): string | null;
  completeReason(asked: QuestionProps, reason: string): string;
}

export interface OwnDocumentProps {
  readonly timeline: DebateTimeline;
  readonly view: DocumentFindings;
}

interface ProtocolParts {
  readonly Panels: ComponentType<ProtocolPanelProps>;
  /** What the first screen shows of how it came about, once it has ended; without one the position chart. */
  readonly MainPicture?: ComponentType<ProtocolPanelProps>;
  /** What a seat stood for in one sentence, where its last position doesn't say it. */
  summarizeSeat?(timeline: DebateTimeline, snapshot: DebateSnapshot, seat: string): string | null;
  /** Claims that were answered as part of another one: each with the one that the answers name. */
  listJoinedClaims?(timeline: DebateTimeline): ReadonlyMap<string, string>;
  /** What its rules made of challenges, at the newest event, so that every view counts as they do. */
  readFates?(timeline: DebateTimeline): ReadonlyMap<string, ChallengeFate>;
  /** The document it works on, with its sources. */
  readonly OwnDocument?: ComponentType<OwnDocumentProps>;
  /** Names of the published texts that a reader most likely came for, the best first. */
  listMainTexts?(timeline: DebateTimeline): readonly string[];
  /** What its lanes are called, where they are not options. */
  readonly lanesHeading?: string;
  /** A form of its own for some of its questions. */
  readonly questionForm?: {
    readonly Form: ComponentType<QuestionProps>;
    fits(question: PersonQuestion): boolean;
  };
  readonly answerSupplement?: AnswerSupplement;
  /** What stands behind a choice of a question, below its name; nothing in it can be pressed. */
  describeChoice?(timeline: DebateTimeline, choice: string): ComponentChildren;
  /** How a source of the brief is shown beside a form, where it is no prose. */
  readonly SourceView?: ComponentType<{ readonly id: string; readonly text: string }>;
  /** The sources that it shows. */
  readonly ownSources?: readonly string[];
  /** Where lines are selected that a form can take over. */
  readSelectedLines?(range: Range): SelectedLines | null;
  /** What a field of a form can name that only the protocol knows, such as a draft by its number. */
  listReferences?(timeline: DebateTimeline, name: string, note: string): readonly FieldReference[];
}

let registeredParts: ProtocolParts | null = null;

/** Called once, before anything is shown. */
export function registerProtocolParts(parts: ProtocolParts): void {
  registeredParts = parts;
}

/** Null on a page that knows no rules. */
export function getProtocolParts(): ProtocolParts | null {
  return registeredParts;
}

export function ProtocolPanels(shown: ProtocolPanelProps) {
  return registeredParts === null ? null : <registeredParts.Panels {...shown} />;
}
