/** Finds out what a person means by a brief: a file, standard input, or the question itself. */
import { stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";

import { SetupError } from "../../errors.ts";
import { plainLine } from "../../text/plain-text.ts";
import { decoded, readText, tooLarge } from "../context/read-text.ts";
import { parseMarkup } from "../yaml.ts";
import { type BriefFields, briefFields } from "./brief-fields.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** A brief before its fields are checked. */
export interface Draft {
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

interface Asked {
  readonly from: string;
  readonly cwd: string;
  readonly stdin: () => Promise<string>;
}

export async function readDraft({ from, cwd, stdin }: Asked): Promise<Draft> {
  if (from === "-") return draftOf(fromStdin(await stdin()), { file: null, name: "stdin" });
  if (from.trim() === "") {
    throw new SetupError("usage", "There is no brief and no question.", { hint: ASK });
  }
  const path = resolve(cwd, from);
  const exists = !from.includes("\0") && (await stat(path).catch(() => undefined)) !== undefined;
  if (exists) {
    const text = await readText(path, { maxBytes: LARGEST_BRIEF, shown: from });
    return draftOf(text, { file: from, name: plainLine(from) });
  }
  // a mistyped file name must not become a debate that costs money
  if (!isQuestion(from)) {
    throw new SetupError("file-unreadable", `There is no file ${plainLine(from).slice(0, 200)}.`, {
      hint: ASK,
    });
  }
  return { ...EMPTY, name: "the question", question: from };
}

const ASK = 'Name a brief, or put the question in quotes and end it with "?".';
export const LARGEST_BRIEF = 1024 * 1024;

const EMPTY: Omit<Draft, "name" | "question"> = {
  file: null,
  title: "brief",
  fields: null,
  body: "",
  bodyLine: 1,
};

function isQuestion(from: string): boolean {
  if (/\?\s*$/.test(from)) return true;
  return /\s/.test(from.trim()) && !/\.(?:md|markdown|txt|ya?ml|json)$/i.test(from.trim());
}

function fromStdin(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length > LARGEST_BRIEF) throw tooLarge("stdin", bytes.length, LARGEST_BRIEF);
  return decoded(bytes, "stdin");
}

function draftOf(text: string, { file, name }: Pick<Draft, "file" | "name">): Draft {
  const lines = text.replace(/\r\n?/g, "\n");
  const title = file === null ? "brief" : plainLine(basename(file));
  const draft = { ...EMPTY, file, title, name, question: null };
  return isStructured(file, lines) ? structured(lines, draft) : markdown(lines, draft);
}

function isStructured(file: string | null, text: string): boolean {
  if (file !== null) return /^\.(?:ya?ml|json)$/i.test(extname(file));
  // standard input has no name: only a first line that a question would not have tells
  return /^\s*(?:\{|(?:debate_context|question|question_text|question_id|options):(?:\s|$))/.test(
    text,
  );
}

function structured(text: string, draft: Draft): Draft {
  const fields = briefFields(parseMarkup(text, { file: draft.name, code: "bad-brief" }));
  const bodyLine = fields.placeOf(["spec_context"], "value").line;
  return { ...draft, fields, body: (fields.body ?? "").trimEnd(), bodyLine };
}

function markdown(text: string, draft: Draft): Draft {
  const { head, body, bodyLine } = splitFrontMatter(text, draft.name);
  const fields =
    head === null ? null : briefFields(parseMarkup(head, { file: draft.name, code: "bad-brief" }));
  if (fields !== null && fields.body !== null) {
    throw fields.faultOf({
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
