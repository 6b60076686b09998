/** CONTRACT: the data about a merge that the page receives. */
import type { BlockKind } from "../../../documents/document.ts";

/**
 * A merge as far as it has come: the differences once the variants were compared, the plan once there is one, the
 * document once it is written. Whatever was not reached is empty or null.
 */
export interface MergedView {
  /** How far it has come. */
  readonly stage: MergeStage;
  /** True where all of it was worked out again and equals what was published, byte for byte. */
  readonly traced: boolean;
  /** Name of the document among the artifacts; null before it is written. */
  readonly name: string | null;
  readonly format: "markdown" | "text";
  readonly variants: readonly MergedVariant[];
  /** The variant that everything is merged into; null before it is chosen. */
  readonly base: number | null;
  /** What made it the base, in words; empty before it is chosen. */
  readonly baseBy: string;
  /** All of the text in order; joined, they are the document. */
  readonly pieces: readonly MergedPiece[];
  readonly changes: readonly MergedChange[];
  /** A0: which sections belong together, with the title in each variant; null where one has no such section. */
  readonly alignment: readonly {
    /** Level in the outline, 1 at the top. */
    readonly level: number;
    readonly titles: readonly (string | null)[];
  }[];
  readonly points: readonly MergedPoint[];
  readonly scores: readonly MergedScore[];
  /** What was left out on purpose, and why. */
  readonly leftOut: readonly MergedLeftOut[];
  readonly convergence: MergedConvergence | null;
  /** What a person decided at a stop, and what it changed. */
  readonly overrides: readonly {
    readonly stop: string;
    readonly by: string;
    readonly reason: string;
    readonly effect: string;
  }[];
  /** Whether every check of the document passed; null before there is one. */
  readonly valid: boolean | null;
  readonly checks: readonly {
    readonly what: string;
    readonly holds: boolean;
    /** What is wrong; empty if it is valid. */
    readonly problems: readonly string[];
  }[];
}

type MergeStage = "gathered" | "compared" | "debating" | "debated" | "based" | "planned" | "merged";

export interface MergedVariant {
  readonly variant: number;
  /** "A" */
  readonly label: string;
  /** Empty in a blind merge. */
  readonly name: string;
  /** The seat that argues for it. */
  readonly advocate: string;
  /** Key of the turn that wrote it; null for a given draft. */
  readonly writtenIn: string | null;
  /** Characters of the merged document that come from it; its white space and comments are nobody's. */
  readonly characters: number;
}

/** A heading, paragraph, item, table or another block, with the white space behind it. */
export interface MergedPiece {
  readonly text: string;
  readonly kind: BlockKind;
  /** Level of a heading, 1 to 6; 0 for everything else. */
  readonly depth: number;
  /** The line it begins at, from 1. */
  readonly line: number;
  /** Whose words it contains, in order; most have one. None: blank lines, and comments that the merge wrote. */
  readonly sources: readonly MergedSource[];
}

export interface MergedSource {
  readonly variant: number;
  /** Its position there: "Section 2.1"; "beginning" before the first heading. */
  readonly place: string;
  /** Title of that section. */
  readonly title: string;
  /** Its lines there, the last one included. */
  readonly lines: readonly [number, number];
  /** Characters of the piece that are its own, `[start, end)`. */
  readonly at: readonly [number, number];
  /** The change that brought it; null for the base's own words. */
  readonly change: number | null;
}

export interface MergedChange {
  readonly number: number;
  /** What it does, in a few words: "insert “Monitoring” from Variant B". */
  readonly title: string;
  readonly integration: "replace" | "append" | "insert" | "restructure";
  readonly risk: MergedGrade;
  readonly point: string;
  /** The variant whose words, or whose order, it takes. */
  readonly variant: number;
  /** Section of that variant, and of the base where it goes. */
  readonly from: string;
  readonly to: string;
  /** The base's own words that it replaces; empty for an addition; for a new order, the titles. */
  readonly before: string;
  readonly after: string;
  readonly why: string;
  /** What was said against the base and is mended by it; null where nobody did. */
  readonly mends: string | null;
  readonly status: "planned" | "struck" | "applied" | "skipped" | "failed";
  /** Why it was not made, or what was adjusted when it was. */
  readonly remarks: readonly string[];
}

type MergedGrade = "Low" | "Medium" | "High";

/** A difference of step 1, and how it was decided. */
export interface MergedPoint {
  readonly id: string;
  readonly category: "structural" | "content" | "contradiction" | "unique";
  /** Null where the record does not say. */
  readonly severity: MergedGrade | null;
  readonly summary: string;
  readonly topic: string | null;
  readonly sides: readonly {
    readonly variant: number;
    readonly place: string;
    readonly quote: string;
    readonly line: number;
  }[];
  /** Whether advocates vote on it. */
  readonly voted: boolean;
  /** Advocate seat to the variant it named last. */
  readonly votes: Readonly<Record<string, number>>;
  /** Every word on it in the order it was said; the last of each seat is its vote. */
  readonly cast: readonly MergedVote[];
  readonly winner: number | null;
  readonly agreed: boolean;
  /** 50 to 100, by the rules of the merge; null where nobody votes. */
  readonly confidence: number | null;
  readonly agreement: "unanimous" | "majority" | "split" | null;
  /** Advocates of other variants who gave it up to the winner. */
  readonly concededBy: readonly string[];
  /** Keys of the turns in which it was argued. */
  readonly turns: readonly string[];
  /** The change it led to; null where it changes nothing. */
  readonly change: number | null;
  /** Why it changes nothing; null where it led to a change, and before there is a plan. */
  readonly kept: string | null;
  /** `code`, or the seat that reported it. */
  readonly origin: string;
}

export interface MergedVote {
  readonly by: string;
  readonly variant: number;
  readonly because: string;
  readonly conceded: boolean;
  /** Key of the turn it was said in. */
  readonly key: string;
  readonly claim: string | null;
}

export interface MergedScore {
  readonly variant: number;
  /** Four places; empty where nothing was scored. */
  readonly total: string;
  /** Name of a measure to its value and how it was counted ("17 of 25"). */
  readonly parts: readonly {
    readonly name: string;
    readonly value: string;
    readonly counted: string;
  }[];
  readonly pointsWon: number;
}

export interface MergedLeftOut {
  readonly variant: number;
  readonly place: string;
  /** Title of the section. */
  readonly title: string;
  readonly lines: readonly [number, number];
  /** Its first words, cut; empty where the variant's text is not at hand. */
  readonly words: string;
  readonly why: string;
  readonly point: string | null;
}

export interface MergedConvergence {
  readonly agreed: number;
  readonly points: number;
  /** Share of the points that must be agreed on. */
  readonly threshold: number;
  /** Null where it is not checked (depth quick). */
  readonly reached: boolean | null;
  /** A person said otherwise after the debate. */
  readonly overruled: boolean;
}
