import { isNumberedLabel } from "../claims/lexemes.ts";
import { type SentenceToken, tokenizeSentence } from "../claims/sentence-tokens.ts";
import { findVagueWord } from "../claims/vague.ts";
import { cutQuote } from "../contradictions/found-contradiction.ts";
import { type ParsedDocument, readSpanText } from "../document.ts";
import { type DocumentSentence, listSentences } from "../markdown/document-sentences.ts";
import { findRequirementIds } from "../markdown/requirement-ids.ts";
/** SR: concrete sentences, of those that are concrete or vague. A sentence that is both counts once on each side. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type CountedItem, createMetric, type VariantMetric } from "./variant-metric.ts";

/** Headings, code, front matter and comments are no sentences; licences and questions are left out here. */
export async function measureSpecificity(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<VariantMetric> {
  const items: CountedItem[] = [];
  for (const sentence of listSentences(document)) {
    await breathe();
    if (sentence.text.endsWith("?") || LICENCE_BOILERPLATE.test(sentence.text)) continue;
    const text = sentence.place === "row" ? sentence.cells.join(" | ") : sentence.text;
    const shown = { text: cutQuote(document, sentence), line: sentence.line };
    const concrete = findConcreteWord(sentence, text);
    const vague = findVagueWord(text, readSpanText(document, sentence));
    if (concrete !== undefined)
      items.push({ ...shown, counted: true, why: `concrete: ${concrete}` });
    if (vague !== undefined) items.push({ ...shown, counted: false, why: `vague: ${vague}` });
  }
  return createMetric({
    num: items.filter(({ counted }) => counted).length,
    den: items.length,
    basis: "concrete sentences, of those that are concrete or vague",
    // what speaks against it is worth more space than what speaks for it
    items: items.toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 0, note: "No sentence is concrete or vague" },
  });
}

const LICENCE_BOILERPLATE = /^(?:copyright\b|\(c\)|©|licen[cs]ed? |all rights reserved)/i;

/** What makes a sentence concrete: a figure, date or threshold, a requirement's number, a name. */
function findConcreteWord({ place }: DocumentSentence, text: string): string | undefined {
  const [id] = findRequirementIds(text);
  if (id !== undefined) return id;
  const parts = place === "row" ? text.split(" | ") : [text];
  for (const part of parts) {
    const tokens = tokenizeSentence(part);
    for (const [at, token] of tokens.entries()) {
      if (isConcreteToken(token, at, tokens)) return token.text;
    }
  }
  return undefined;
}

/** A name is code, or a word with a capital that no sentence begins with, or with a capital or figure inside. */
function isConcreteToken(
  token: SentenceToken,
  at: number,
  tokens: readonly SentenceToken[],
): boolean {
  const before = tokens[at - 1];
  if (token.kind === "date" || token.kind === "code") return true;
  // "Section 2" is a place and no figure
  if (token.kind === "amount") return before?.kind !== "word" || !isNumberedLabel(before.text);
  if (token.kind !== "word" || isNumberedLabel(token.text) || token.raw.includes("'")) return false;
  if (/^\p{L}+.*(?:\p{Lu}|\d)/u.test(token.raw)) return true;
  const opens = before === undefined || (before.kind === "mark" && !/^[,(]$/.test(before.text));
  return !opens && /^\p{Lu}\p{Ll}/u.test(token.raw);
}
