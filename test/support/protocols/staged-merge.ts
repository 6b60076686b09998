/** A merge at its third step, put together by hand: documents, points, and what each advocate said of them. */
import type { ComparisonPoint, PointSide } from "../../../src/documents/comparison-point.ts";
import type { ParsedDocument } from "../../../src/documents/document.ts";
import { createFraction } from "../../../src/documents/exact-fraction.ts";
import { parseDocument } from "../../../src/documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../../src/documents/yield-to-event-loop.ts";
import type { Participant } from "../../../src/domain/participant.ts";
import type { Spoken } from "../../../src/domain/round.ts";
import type { AdvocateStatement } from "../../../src/protocols/merge/prompts/prompt-input.ts";
import { variantSource } from "../../../src/protocols/merge/prompts/prompt-input.ts";
import { statementClaims } from "../../../src/protocols/merge/rules/advocates.ts";
import type { Based, MergeVariant } from "../../../src/protocols/merge/rules/table.ts";
import { MergeSettings } from "../../../src/protocols/merge/settings.ts";
import { draftsBrief } from "../documents/drafts.ts";

export interface StagedPoint {
  readonly id: string;
  readonly category?: ComparisonPoint["category"];
  readonly kind: ComparisonPoint["kind"];
  readonly severity?: ComparisonPoint["severity"];
  /** Words of each variant, in order; null where it has no side. A heading stands for its section. */
  readonly sides: readonly (string | null)[];
  /** Named by every advocate; null splits them. Left out: split, and a unique contribution is taken. */
  readonly winner?: number | null;
  /** Title of the section that every advocate folds it into. */
  readonly fold?: string;
  /** What every advocate says instead of a variant's number. */
  readonly vote?: Pick<AdvocateStatement["winners"][number], "instead" | "pieces">;
  readonly within?: number;
  readonly voted?: boolean;
}

export interface Staging {
  readonly texts?: readonly string[];
  readonly points?: readonly StagedPoint[];
  readonly base?: number;
  readonly settings?: Partial<MergeSettings>;
  readonly weaknesses?: readonly {
    readonly by: number;
    readonly variant: number;
    readonly text: string;
    readonly quote: string;
    /** The variant whose words they are, where it is another. */
    readonly source?: number;
  }[];
}

export async function staged({
  texts = [],
  points = [],
  base = 1,
  settings = {},
  weaknesses = [],
}: Staging): Promise<Based> {
  const variants: MergeVariant[] = [];
  for (const [index, text] of texts.entries()) {
    const variant = index + 1;
    const document = await parseDocument(
      { variant, name: "", text, format: "markdown" },
      createEventLoopYielder(),
    );
    variants.push({
      document,
      advocate: advocate(variant),
      title: `Variant ${document.label}`,
      copy: `variant-${variant}-original.md`,
      writtenIn: null,
    });
  }
  const documents = variants.map(({ document }) => document);
  const made = points.map((point) => stagePoint(documents, point));
  const votable = ({ voted, within }: StagedPoint): boolean =>
    voted !== false && within === undefined;
  const ids = new Set(points.filter(votable).map(({ id }) => id));
  return {
    brief: draftsBrief([...texts]),
    settings: MergeSettings.parse(settings),
    advocates: variants.map((one) => one.advocate),
    authors: [],
    analyst: null,
    evaluator: null,
    atMs: 0,
    writings: [],
    variants,
    analysis: {
      points: made,
      counts: { structural: 0, content: 0, contradictions: 0, within: 0, unique: 0, total: 0 },
      pairs: [],
      identical: false,
      nearDuplicates: [],
      focused: made.map(({ id }) => id),
      limits: [],
    },
    found: null,
    unverified: [],
    refused: [],
    points: made,
    voted: made.filter(({ id }) => ids.has(id)),
    priority: [],
    overrides: [],
    statements: {
      step: "statements",
      absent: [],
      spoken: variants.map(({ document: { variant } }) =>
        spoken(
          variant,
          points.filter(({ id }) => ids.has(id)),
          weaknesses.filter(({ by }) => by === variant),
        ),
      ),
    },
    statementsAgain: null,
    rebuttals: null,
    finals: null,
    metrics: [],
    forward: null,
    reverse: null,
    again: null,
    base: {
      variant: base,
      selection: null,
      candidates: documents.map(({ variant }) => ({
        variant,
        quant: createFraction(1, 2),
        met: null,
        correctness: null,
        won: 0,
      })),
      byPerson: false,
    },
  };
}

export function advocate(variant: number): Participant {
  return {
    id: `advocate-${variant}`,
    name: `Advocate ${String.fromCharCode(64 + variant)}`,
    role: "advocate",
    stance: null,
    model: "panel",
    mark: "ADVOCTE"[variant - 1] ?? "X",
  };
}

function spoken(
  variant: number,
  points: readonly StagedPoint[],
  weaknesses: NonNullable<Staging["weaknesses"]>,
): Spoken<AdvocateStatement> {
  const reply: AdvocateStatement = {
    summary: "Mine.",
    strengths: [],
    steelmen: [],
    weaknesses: weaknesses.map((one) => ({
      variant: one.variant,
      text: one.text,
      evidence: [{ source: variantSource(one.source ?? one.variant), quote: one.quote }],
    })),
    concessions: [],
    winners: points.map(({ id, category, sides, winner, fold, vote }) => ({
      point: id,
      ...(fold !== undefined && { instead: "fold" as const, section: fold }),
      ...vote,
      variant:
        fold !== undefined || vote !== undefined
          ? 0
          : ((winner === undefined && category === "unique"
              ? sides.findIndex((side) => side !== null) + 1
              : winner) ?? variant),
      because: `because ${id}`,
    })),
  };
  const { id, mark } = advocate(variant);
  return {
    kind: "spoken",
    key: `statements/${id}`,
    by: id,
    reply,
    claims: statementClaims(reply, variant).map((draft, index) => ({
      ...draft,
      id: `${mark}${index + 1}`,
      by: id,
      evidence: draft.evidence.map((one) => ({ ...one, verified: true })),
    })),
    unmet: [],
    repaired: false,
  };
}

function stagePoint(
  documents: readonly ParsedDocument[],
  { id, category = "content", kind, severity = "High", sides, within }: StagedPoint,
): ComparisonPoint {
  return {
    id,
    category,
    kind,
    severity,
    summary: `what ${id} is about`,
    topic: null,
    sides: sides.flatMap((words, index) => {
      const document = documents[index];
      return words === null || !document ? [] : [stageSide(document, words)];
    }),
    within: within ?? null,
    origin: "code",
  };
}

/** As step 1 draws them: a topic reaches from its heading to the next topic, a passage is the words themselves. */
function stageSide(document: ParsedDocument, words: string): PointSide {
  const start = document.text.indexOf(words);
  if (start === -1) throw new Error(`"${words}" is not in variant ${document.variant}`);
  const at = document.blocks.findIndex((one) => one.start <= start && start < one.end);
  const block = document.blocks[at];
  const next = document.blocks.findIndex(
    ({ kind, depth }, index) => index > at && kind === "heading" && depth <= 3,
  );
  const last = document.blocks.at(next === -1 ? -1 : next - 1);
  const end = block?.kind === "heading" && last ? last.end : start + words.length;
  return {
    variant: document.variant,
    section: block?.section ?? 0,
    line: document.text.slice(0, start).split("\n").length,
    quote: words,
    start,
    end,
  };
}
