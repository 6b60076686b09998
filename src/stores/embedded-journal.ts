/**
 * A journal inside another document, so that a single file can be verified on its own: in Markdown a comment with the
 * compressed file, in HTML a script element with the lines as data.
 */
import { hash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

import { parseSignatureLine } from "../domain/journal/signature.ts";
import { type JournalFile, type JournalReading, readJournalFile } from "./journal-file.ts";

/** What a document contains besides its own text. */
export interface EmbeddedJournal {
  /** The document as it would be without the journal. */
  readonly around: string;
  /** Undefined if there is none; an explanation if there is one and it is damaged. */
  readonly journal: JournalReading | string | undefined;
}

const OPENS = "<!-- dissent-journal gzip base64 sha256:";
const CLOSES = "-->";
const LINE = 76;
// far more than a debate needs; what unpacks to more is not a journal
const LARGEST = 256 * 1024 * 1024;

/** Base64 has no dash, so nothing in it can end the comment. */
export function formatJournalComment(file: string): string {
  return wrapInComment(gzipSync(file, { level: 9 }));
}

function wrapInComment(packed: Buffer): string {
  const lines = packed.toString("base64").match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  return [`${OPENS}${hash("sha256", packed)}`, ...lines, CLOSES].join("\n");
}

/** The last such comment of a text with plain line ends; it is at the end, after an empty line. */
export function findJournalInMarkdown(text: string): EmbeddedJournal {
  const start = text.lastIndexOf(`\n${OPENS}`);
  if (start === -1) return { around: text, journal: undefined };
  const block = text.slice(start + 1);
  const [, ...lines] = block.split("\n");
  const packed = Buffer.from(lines.slice(0, lines.indexOf(CLOSES)).join(""), "base64");
  // the comment has one spelling only, so that no byte of it can be changed unseen
  const journal =
    `${wrapInComment(packed)}\n` === block
      ? unpackEmbeddedJournal(packed)
      : "the journal inside, or what follows it, was changed";
  return { around: text.slice(0, start), journal };
}

function unpackEmbeddedJournal(packed: Buffer): JournalReading | string {
  try {
    return readJournalFile(gunzipSync(packed, { maxOutputLength: LARGEST }).toString("utf8"));
  } catch {
    return "the journal inside cannot be unpacked";
  }
}

const ELEMENT = '<script type="application/x-dissent-journal+json">';
const ELEMENT_END = "</script>";

/** No text in it can end the element: every < is escaped. */
export function formatJournalScript({ lines, texts, signatures = [] }: JournalFile): string {
  const signed = signatures.length > 0 && { signatures };
  const content = JSON.stringify({ lines, texts: Object.fromEntries(texts), ...signed });
  return `${ELEMENT}${content.replaceAll("<", "\\u003c")}${ELEMENT_END}`;
}

/** The one such element of a page. */
export function findJournalInHtml(page: string): EmbeddedJournal {
  const start = page.indexOf(ELEMENT);
  if (start === -1) return { around: page, journal: undefined };
  const end = page.indexOf(ELEMENT_END, start);
  const around = page.slice(0, start) + page.slice(end + ELEMENT_END.length);
  if (end === -1 || around.includes(ELEMENT)) {
    return { around, journal: "the page holds no one journal that ends" };
  }
  return { around, journal: parseScriptedJournal(page.slice(start + ELEMENT.length, end)) };
}

function parseScriptedJournal(content: string): JournalReading | string {
  let read: unknown;
  try {
    read = JSON.parse(content);
  } catch {
    return "the journal inside is not JSON";
  }
  if (!isScriptedJournal(read)) return "what is inside is not a journal";
  const texts = new Map(Object.entries(read.texts));
  const wrong = [...texts].find(([sha256, text]) => hash("sha256", text) !== sha256);
  if (wrong) return `a text inside does not match its hash ${wrong[0].slice(0, 12)}`;
  const { lines, signatures = [] } = read;
  if (!signatures.every((line) => parseSignatureLine(line))) {
    return "a signature inside is not as Dissent writes it";
  }
  const lineNumbers = lines.map((_, index) => index + 1);
  return { lines, lineNumbers, texts, signatures, fault: null };
}

interface ScriptedJournal {
  readonly lines: string[];
  readonly texts: Record<string, string>;
  readonly signatures?: string[];
}

function isScriptedJournal(value: unknown): value is ScriptedJournal {
  if (typeof value !== "object" || value === null) return false;
  const { lines, texts, signatures = [] } = value as Partial<Record<string, unknown>>;
  const isText = (one: unknown): boolean => typeof one === "string";
  if (!Array.isArray(lines) || !lines.every(isText)) return false;
  if (!Array.isArray(signatures) || !signatures.every(isText)) return false;
  return typeof texts === "object" && texts !== null && Object.values(texts).every(isText);
}
