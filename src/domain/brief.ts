/** The question a debate is about, with its options and sources. */

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

/** A text that can be quoted. The brief's own body is the source `brief`. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly text: string;
}

export interface Brief {
  /** Slug; the seed's `question_id`. */
  readonly id: string;
  readonly question: string;
  readonly options: readonly Option[];
  readonly sources: readonly Source[];
  readonly featureName: string | null;
  /** Relative to the project; where the seed's artifacts go. */
  readonly featureDir: string | null;
}

/** A brief as the journal stores it: texts by hash, so that a large document is stored once. */
export type RecordedBrief = Omit<Brief, "sources"> & {
  readonly sources: readonly Omit<Source, "text">[];
};

export const BODY_SOURCE = "brief";

/** The title of a fact that was added when a debate was continued: F1, F2… */
export const ADDED_FACT_TITLE = "new fact";

/** The source id under which an option's own words can be quoted. */
export function formatOptionSource(optionId: string): string {
  return `option-${optionId}`;
}

export function formatOptionText({ label, description }: Option): string {
  return description === "" ? label : `${label}\n${description}`;
}

/** Every quotable text of a brief by its source id. */
export function listQuotableTexts(brief: Brief): ReadonlyMap<string, string> {
  return new Map([
    ...brief.sources.map(({ id, text }) => [id, text] as const),
    ...brief.options.map(
      (option) => [formatOptionSource(option.id), formatOptionText(option)] as const,
    ),
  ]);
}

export function findOption(brief: Brief | RecordedBrief, id: string): Option | undefined {
  return brief.options.find((option) => option.id === id);
}

export function stripSourceTexts(brief: Brief): RecordedBrief {
  const sources = brief.sources.map(({ id, title, sha256, bytes }) => ({
    id,
    title,
    sha256,
    bytes,
  }));
  return { ...brief, sources };
}
