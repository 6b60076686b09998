/** SR: concrete sentences, of those that are concrete or vague. A sentence that is both counts once on each side. */
import type { Breath } from "./breath.ts";
import { type Document, textOf } from "./document.ts";
import { quoteOf } from "./finding.ts";
import { isLabel } from "./lexemes.ts";
import { type CountedItem, metric, type Metric } from "./metric.ts";
import { requirementIdsIn } from "./requirement-ids.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { vagueWordIn } from "./vague.ts";

/** Headings, code, front matter and comments are no sentences; licences and questions are left out here. */
export async function specificityOf(document: Document, breathe: Breath): Promise<Metric> {
  const items: CountedItem[] = [];
  for (const sentence of sentencesOf(document)) {
    await breathe();
    if (sentence.text.endsWith("?") || BOILERPLATE.test(sentence.text)) continue;
    const text = sentence.place === "row" ? sentence.cells.join(" | ") : sentence.text;
    const shown = { text: quoteOf(document, sentence), line: sentence.line };
    const concrete = concreteIn(sentence, text);
    const vague = vagueWordIn(text, textOf(document, sentence));
    if (concrete !== undefined)
      items.push({ ...shown, counted: true, why: `concrete: ${concrete}` });
    if (vague !== undefined) items.push({ ...shown, counted: false, why: `vague: ${vague}` });
  }
  return metric({
    num: items.filter(({ counted }) => counted).length,
    den: items.length,
    basis: "concrete sentences, of those that are concrete or vague",
    // what speaks against it is worth more space than what speaks for it
    items: items.toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 0, note: "No sentence is concrete or vague" },
  });
}

const BOILERPLATE = /^(?:copyright\b|\(c\)|©|licen[cs]ed? |all rights reserved)/i;

/** What makes a sentence concrete: a figure, date or threshold, a requirement's number, a name. */
function concreteIn({ place }: Sentence, text: string): string | undefined {
  const [id] = requirementIdsIn(text);
  if (id !== undefined) return id;
  const parts = place === "row" ? text.split(" | ") : [text];
  for (const part of parts) {
    const tokens = tokensOf(part);
    for (const [at, token] of tokens.entries()) {
      if (isConcrete(token, at, tokens)) return token.text;
    }
  }
  return undefined;
}

/** A name is code, or a word with a capital that no sentence begins with, or with a capital or figure inside. */
function isConcrete(token: Token, at: number, tokens: readonly Token[]): boolean {
  const before = tokens[at - 1];
  if (token.kind === "date" || token.kind === "code") return true;
  // "Section 2" is a place and no figure
  if (token.kind === "amount") return before?.kind !== "word" || !isLabel(before.text);
  if (token.kind !== "word" || isLabel(token.text) || token.raw.includes("'")) return false;
  if (/^\p{L}+.*(?:\p{Lu}|\d)/u.test(token.raw)) return true;
  const opens = before === undefined || (before.kind === "mark" && !/^[,(]$/.test(before.text));
  return !opens && /^\p{Lu}\p{Ll}/u.test(token.raw);
}
