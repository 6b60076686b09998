/** A3, A4, A43: step 0: the variants, given or written, each parsed once and copied before anything else. */
import { type ParsedDocument, formatVariantLabel } from "../../../documents/document.ts";
import { parseDocument } from "../../../documents/markdown/parse-document.ts";
import type { YieldToEventLoop } from "../../../documents/yield-to-event-loop.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round } from "../../../domain/round.ts";
import type { Floor } from "../../../protocol.ts";
import { sanitizeLine } from "../../../text/markdown.ts";
import { createSlug } from "../../../text/slug.ts";
import { writeVariant } from "../prompts/write-ask.ts";
import type { WritingReply } from "../replies.ts";
import { variantSources } from "./seats.ts";
import type { Gathered, MergeDebateTable, MergeVariant } from "./table.ts";

export async function gatherVariants(
  floor: Floor,
  table: MergeDebateTable,
  breathe: YieldToEventLoop,
): Promise<Gathered> {
  const writings = table.settings.generate === null ? [] : await collectWritings(floor, table);
  const drafts = writings.length === 0 ? givenDrafts(table) : writtenDrafts(table, writings);
  const variants: MergeVariant[] = [];
  // counted anew, so that a variant that was never written leaves no gap
  for (const [index, draft] of drafts.entries()) {
    variants.push(await variantOfDraft(table, { ...draft, variant: index + 1 }, breathe));
  }
  for (const { copy, document } of variants) {
    await floor.publish(`${FOLDER}/${copy}`, tidyText(document));
  }
  return { ...table, writings, variants };
}

export const FOLDER = "adversarial";

/** A4: all authors at once. A43: whoever brought nothing is asked once more. */
async function collectWritings(
  floor: Floor,
  table: MergeDebateTable,
): Promise<Round<WritingReply>[]> {
  const ask = (author: Participant) => writeVariant(table, author, floor.fence);
  const first = await floor.round("variants", table.authors, ask);
  const missing = table.authors.filter(({ id }) => first.absent.some(({ by }) => by === id));
  if (missing.length === 0) return [first];
  return [first, await floor.round("variants-again", missing, ask)];
}

interface Draft {
  readonly text: string;
  readonly name: string;
  readonly advocate: Participant;
  readonly format: ParsedDocument["format"];
  readonly copy: (variant: number, ending: string) => string;
  readonly writtenIn: string | null;
}

function givenDrafts({ brief, advocates }: MergeDebateTable): Draft[] {
  return variantSources(brief).flatMap(({ text, title }, index) => {
    const advocate = advocates[index];
    if (!advocate) return [];
    const copy = (variant: number, ending: string): string =>
      `variant-${variant}-original.${ending}`;
    return [{ text, name: title, advocate, format: detectFormat(title), copy, writtenIn: null }];
  });
}

function writtenDrafts(
  { authors, advocates, settings }: MergeDebateTable,
  writings: readonly Round<WritingReply>[],
): Draft[] {
  return authors.flatMap((author, index) => {
    const turn = writings.flatMap(({ spoken }) => spoken).find(({ by }) => by === author.id);
    const advocate = advocates[index];
    if (!turn || !advocate) return [];
    const persona = settings.agents[index]?.persona ?? null;
    const model = settings.agents[index]?.model ?? author.model;
    const who = `${createSlug(model) || "model"}-${createSlug(persona ?? "default") || "default"}`;
    const copy = (variant: number, ending: string): string =>
      settings.blind
        ? `variant-${variant}-original.${ending}`
        : `variant-${variant}-${who}.${ending}`;
    const name = persona === null ? model : `${model}:${persona}`;
    return [
      { text: turn.reply.document, name, advocate, format: "markdown", copy, writtenIn: turn.key },
    ];
  });
}

async function variantOfDraft(
  { settings }: MergeDebateTable,
  { variant, text, name, format, copy, advocate, writtenIn }: Draft & { readonly variant: number },
  breathe: YieldToEventLoop,
): Promise<MergeVariant> {
  const shown = settings.blind ? "" : sanitizeLine(name);
  const document = await parseDocument({ variant, name: shown, text, format }, breathe);
  const label = `Variant ${formatVariantLabel(variant)}`;
  return {
    document,
    advocate,
    title: shown === "" ? label : `${label} (${shown})`,
    copy: copy(variant, format === "text" ? "txt" : "md"),
    writtenIn,
  };
}

/** What is not called Markdown is merged by paragraphs. */
export function detectFormat(name: string): ParsedDocument["format"] {
  return /\.(?:md|markdown|mdown|mkd)$/i.test(name) ? "markdown" : "text";
}

/** A3: no white space at the ends of lines but a hard break's two spaces, and one line break at the end. */
export function tidyText({ text, eol }: Pick<ParsedDocument, "text" | "eol">): string {
  const lines = text.split(/\r\n|\n/).map((line) => {
    const bare = line.replace(/[ \t]+$/, "");
    return bare !== "" && / {2}$/.test(line) ? `${bare}  ` : bare;
  });
  const body = lines.join(eol).replace(/\s+$/, "");
  return body === "" ? "" : `${body}${eol}`;
}
