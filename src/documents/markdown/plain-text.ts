/** Turns the Markdown of one sentence into words: markup, URLs and tags removed, code kept as one word each. */

/** Around words that were code, so that later readers take them as one name. */
export const CODE_START = "\ue000";
export const CODE_END = "\ue001";

const MARKED = /[*_`[\]<>\\&~|\ue000\ue001]|:\/\//;

export function stripMarkdown(raw: string): string {
  const text = MARKED.test(raw) ? removeMarks(raw) : raw;
  return text.replace(/\s+/g, " ").trim();
}

function removeMarks(raw: string): string {
  return raw
    .replace(/[\ue000\ue001]/g, "")
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
    .replace(/(`{1,3})([^`]+)\1/g, (_, _ticks: string, code: string) => formatCodeWord(code))
    .replace(/<!--[^]*?-->/g, " ")
    .replace(/<(?:https?:|mailto:)[^<>\s]*>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/!\[[^\]]*\]\([^()]*\)/g, " ")
    .replace(/\[\^[^\]]*\]:?/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/g, "$1")
    .replace(/\[([^[\]]*)\]/g, "$1")
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>)\]]+/gi, " ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\*+|~~/g, "")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}

/** A figure in code is a figure; anything else is a name. */
function formatCodeWord(code: string): string {
  const inside = code.trim().replace(/\s+/g, " ");
  return /^[\d.,]+ ?[a-z%]*$/i.test(inside) ? inside : CODE_START + inside + CODE_END;
}
