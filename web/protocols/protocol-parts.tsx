/** What the page shows for one protocol only. Each protocol has a page of its own, which registers its parts. */
import type { ComponentType } from "preact";

import type { DocumentFindings } from "../../src/protocols/view-shapes.ts";
import type {
  DebateSnapshot,
  DebateTimeline,
  PersonQuestion,
} from "../../src/timeline/debate-timeline.ts";

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
