/** A reply as a form that a person fills in: YAML with every field of the schema. */
import { Document, isCollection, isMap, isNode, isScalar, isSeq } from "yaml";
import * as z from "zod";

import { renderRecordedAsks } from "../audit/verify/replay-debate.ts";
import { parseMarkup } from "../config/parse-markup.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { type AnswerAwaited, readOpening } from "../domain/journal/event.ts";
import { listAwaitedAnswers } from "../domain/journal/transcript.ts";
import type { Json } from "../domain/json.ts";
import { SetupError } from "../errors.ts";
import { createBlankReply } from "../exchange/blank-reply.ts";
import { describeShapeNote, dropReplySentence, formatShapeInline } from "../models/reply-shape.ts";
import { type ShapeNode, createShapeNode } from "../models/shape-node.ts";
import { sanitizeLine } from "../text/markdown.ts";

export interface ReplyFormOptions {
  readonly seat: string;
  readonly step: string;
  /** What the seat is asked: the form ends it. */
  readonly prompt: string;
  /** What was wrong with the last try. */
  readonly problems: readonly string[];
}

/** The form: what is wrong first, then the fields, each with what it means. */
export function formatReplyForm(
  blank: Json,
  schema: Json,
  { seat, step, prompt, problems }: ReplyFormOptions,
): string {
  const head = [
    `You speak for ${seat} in ${step}. This is what you are asked:`,
    "",
    ...removeReplySentence(prompt).split("\n"),
    "",
    "Fill in the values below, save and close. Notes say what belongs there; lists take more entries or fewer.",
    "An empty file gives up your turn for now.",
    ...(problems.length === 0
      ? []
      : ["", "It could not be accepted:", ...problems.map((one) => `- ${one}`)]),
  ];
  const comments = head.map((line) => `# ${sanitizeLine(line)}`.trimEnd());
  const form = new Document(blank);
  annotateFormValue(form.contents, createShapeNode(schema));
  return `${comments.join("\n")}\n\n${form.toString({ lineWidth: 0 })}`;
}

/** People are not asked for JSON: the form takes its place. */
export function removeReplySentence(prompt: string): string {
  return dropReplySentence([{ text: prompt, shared: false }])[0]?.text ?? prompt;
}

/** Beside a value that is to be replaced; above what has fields or entries of its own. Of a list only the first. */
function annotateFormValue(value: unknown, shape: ShapeNode): void {
  if (shape.kind === "choice" && isCollection(value)) {
    const inner = shape.of.find(({ kind }) => kind === (isMap(value) ? "object" : "list"));
    if (inner) annotateFormValue(value, inner);
  }
  if (isSeq(value) && shape.kind === "list") annotateFormValue(value.items[0], shape.of);
  if (!isMap(value) || shape.kind !== "object") return;
  for (const pair of value.items) {
    const name = isScalar(pair.key) ? JSON.stringify(pair.key.value) : "";
    const field = shape.fields.find((one) => one.name === name);
    if (!field) continue;
    annotateFormField(pair.value, field.value);
    annotateFormValue(pair.value, field.value);
  }
}

function annotateFormField(value: unknown, shape: ShapeNode): void {
  const isOpen = isCollection(value) && value.items.length > 0;
  const wanted = isOpen ? "" : formatShapeInline(shape);
  const note = [wanted === "<text>" ? "" : wanted, describeShapeNote(shape)]
    .filter((part) => part !== "")
    .join("; ");
  if (note === "" || !isNode(value)) return;
  const comment = ` ${sanitizeLine(note)}`;
  if (isOpen) value.commentBefore = comment;
  else value.comment = comment;
}

/** The filled form as the reply's text; undefined when it was left empty. */
export function parseFilledForm(text: string, file: string): string | undefined {
  const filled = text
    .split("\n")
    .some((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  if (!filled) return undefined;
  return JSON.stringify(parseMarkup(text, { file, code: "bad-brief" }).value);
}

// What the seats that wait for a person are asked.

export interface SeatReplyRequest {
  readonly seat: string;
  readonly key: string;
  /** The prompt as anyone in that seat would read it. */
  readonly prompt: string;
  /** JSON Schema of the reply. */
  readonly schema: Json;
  /** An empty reply to fill in. */
  readonly blank: Json;
  /** What the first answer was sent back for. */
  readonly problems: readonly string[];
}

/** All seats that wait for a person. */
export async function listSeatReplyRequests(
  { protocols }: Pick<Dissent, "protocols">,
  record: DebateRecord,
): Promise<SeatReplyRequest[]> {
  const waiting = listAwaitedAnswers(record.events);
  if (waiting.length === 0) return [];
  const { protocol: id } = readOpening(record.events);
  const protocol = protocols.find((one) => one.id === id);
  if (!protocol) throw new SetupError("unknown-protocol", `There is no protocol "${id}".`);
  const asked = await renderRecordedAsks(record.events, protocol, record.text);
  return waiting.flatMap((awaited) => {
    const found = asked.find(({ key }) => key === awaited.key);
    if (!found) return [];
    const schema = z.toJSONSchema(found.ask.reply) as Json;
    const { by: seat, key } = awaited;
    const blank = found.ask.blank?.() ?? createBlankReply(schema);
    return [
      {
        seat,
        key,
        prompt: found.prompt,
        schema,
        blank,
        problems: findReplyProblems(record, awaited),
      },
    ];
  });
}

function findReplyProblems(
  { events }: DebateRecord,
  { key, attempt }: AnswerAwaited,
): readonly string[] {
  if (attempt === 1) return [];
  const rejected = events
    .map(({ fact }) => fact)
    .findLast((fact) => fact.type === "reply-rejected" && fact.key === key);
  return rejected?.type === "reply-rejected" ? rejected.problems : [];
}
