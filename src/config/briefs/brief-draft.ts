/** Works out what a person gave as the brief: a file, standard input, or the question itself. */
import { stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";

import { SetupError } from "../../errors.ts";
import { stripToPlainLine } from "../../text/plain-text.ts";
import { decodeUtf8Text, readTextFile, createTooLargeError } from "../context/read-text-file.ts";
import { parseMarkup } from "../parse-markup.ts";
import { type BriefFields, parseBriefFields } from "./brief-fields.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** A brief before its fields are checked. */
export interface BriefDraft {
  /** The path as the person wrote it; null when there is no file. */
  readonly file: string | null;
  readonly title: string;
  /** Of the whole brief, for mistakes that have no line. */
  readonly name: string;
  readonly fields: BriefFields | null;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  /** The words given as the brief, when they are the question. */
  readonly question: string | null;
}

interface BriefDraftRequest {
  readonly from: string;
  readonly cwd: string;
  readonly stdin: () => Promise<string>;
}

export async function readBriefDraft({ from, cwd, stdin }: BriefDraftRequest): Promise<BriefDraft> {
  if (from === "-")
    return parseBriefDraft(decodeStandardInput(await stdin()), { file: null, name: "stdin" });
  if (from.trim() === "") {
    throw new SetupError("usage", "There is no brief and no question.", {
      hint: MISSING_BRIEF_HINT,
    });
  }
  const path = resolve(cwd, from);
  const exists = !from.includes("\0") && (await stat(path).catch(() => undefined)) !== undefined;
  if (exists) {
    const text = await readTextFile(path, { maxBytes: MAX_BRIEF_BYTES, shown: from });
    return parseBriefDraft(text, { file: from, name: stripToPlainLine(from) });
  }
  // a mistyped file name must not become a debate that costs money
  if (!looksLikeQuestion(from)) {
    throw new SetupError(
      "file-unreadable",
      `There is no file ${stripToPlainLine(from).slice(0, 200)}.`,
      {
        hint: MISSING_BRIEF_HINT,
      },
    );
  }
  return { ...EMPTY_BRIEF_DRAFT, name: "the question", question: from };
}

const MISSING_BRIEF_HINT = 'Name a brief, or put the question in quotes and end it with "?".';
export const MAX_BRIEF_BYTES = 1024 * 1024;

const EMPTY_BRIEF_DRAFT: Omit<BriefDraft, "name" | "question"> = {
  file: null,
  title: "brief",
  fields: null,
  body: "",
  bodyLine: 1,
};

function looksLikeQuestion(from: string): boolean {
  if (/\?\s*$/.test(from)) return true;
  return /\s/.test(from.trim()) && !/\.(?:md|markdown|txt|ya?ml|json)$/i.test(from.trim());
}

function decodeStandardInput(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_BRIEF_BYTES)
    throw createTooLargeError("stdin", bytes.length, MAX_BRIEF_BYTES);
  return decodeUtf8Text(bytes, "stdin");
}

function parseBriefDraft(
  text: string,
  { file, name }: Pick<BriefDraft, "file" | "name">,
): BriefDraft {
  const lines = text.replace(/\r\n?/g, "\n");
  const title = file === null ? "brief" : stripToPlainLine(basename(file));
  const draft = { ...EMPTY_BRIEF_DRAFT, file, title, name, question: null };
  return isStructuredBrief(file, lines)
    ? parseStructuredBrief(lines, draft)
    : parseMarkdownBrief(lines, draft);
}

function isStructuredBrief(file: string | null, text: string): boolean {
  if (file !== null) return /^\.(?:ya?ml|json)$/i.test(extname(file));
  // standard input has no name: only a first line that a question would not have tells
  return /^\s*(?:\{|(?:debate_context|question|question_text|question_id|options):(?:\s|$))/.test(
    text,
  );
}

function parseStructuredBrief(text: string, draft: BriefDraft): BriefDraft {
  const fields = parseBriefFields(parseMarkup(text, { file: draft.name, code: "bad-brief" }));
  const bodyLine = fields.findPosition(["spec_context"], "value").line;
  return { ...draft, fields, body: (fields.body ?? "").trimEnd(), bodyLine };
}

function parseMarkdownBrief(text: string, draft: BriefDraft): BriefDraft {
  const { head, body, bodyLine } = splitFrontMatter(text, draft.name);
  const fields =
    head === null
      ? null
      : parseBriefFields(parseMarkup(head, { file: draft.name, code: "bad-brief" }));
  if (fields !== null && fields.body !== null) {
    throw fields.createFieldError({
      path: ["spec_context"],
      part: "key",
      says: "belongs to YAML briefs",
      hint: "Write it below the front matter.",
    });
  }
  // a brief of one line is its question, as in: echo "A or B?" | dissent run -
  const only = fields === null && body !== "" && !body.includes("\n") && !body.startsWith("#");
  return only ? { ...draft, question: body } : { ...draft, fields, body, bodyLine };
}
