/** A question as typed so far, and the request that is made from it. */
import type { StartRequest } from "../../src/page/page-payload.ts";
import { DEFAULT_PROTOCOL } from "../../src/protocols/names.ts";
import { findProtocolStart } from "../protocols/start-forms.tsx";

export interface DraftOption {
  readonly label: string;
  readonly description: string;
}

export interface StartDraft {
  readonly protocol: string;
  readonly question: string;
  readonly options: readonly DraftOption[];
  readonly body: string;
  /** One path a line. */
  readonly context: string;
  /** One `seat=model` a line. */
  readonly seats: string;
  readonly budget: string;
}

export type DraftField = keyof StartDraft;

export const EMPTY_DRAFT: StartDraft = {
  protocol: DEFAULT_PROTOCOL,
  question: "",
  options: [
    { label: "", description: "" },
    { label: "", description: "" },
  ],
  body: "",
  context: "",
  seats: "",
  budget: "",
};

export type DraftFieldErrors = Readonly<Partial<Record<DraftField, string>>>;

/** What can be seen to be wrong without asking anyone. */
export function validateStartDraft(draft: StartDraft): DraftFieldErrors {
  const named = listNamedOptions(draft);
  const { optionsMissing } = findProtocolStart(draft.protocol);
  const unnamed = draft.options.some(
    ({ label, description }) => label.trim() === "" && description.trim() !== "",
  );
  const badSeat = splitNonEmptyLines(draft.seats).find((line) => parseSeatModel(line) === null);
  return {
    ...(draft.question.trim() === "" && { question: "Write the question." }),
    ...(optionsMissing !== undefined && named.length < 2 && { options: optionsMissing }),
    ...(unnamed && { options: "An option has a description and no name." }),
    ...(badSeat !== undefined && { seats: `Write seat=model, one a line; “${badSeat}” is not.` }),
    ...(parseBudget(draft) === null && {
      budget: "Write an amount in dollars above zero, such as 2 or 0.50.",
    }),
  };
}

export function createStartRequest(draft: StartDraft): StartRequest {
  const pairs = splitNonEmptyLines(draft.seats).map(parseSeatModel);
  const seats = Object.fromEntries(pairs.filter((pair) => pair !== null));
  const context = splitNonEmptyLines(draft.context);
  const budgetUsd = parseBudget(draft);
  return {
    protocol: draft.protocol,
    question: draft.question.trim(),
    options: listNamedOptions(draft),
    body: draft.body,
    ...(context.length > 0 && { context }),
    ...(Object.keys(seats).length > 0 && { seats }),
    ...(typeof budgetUsd === "number" && { budgetUsd }),
  };
}

/** Letters follow the order of the options; those without a name are left out. */
function listNamedOptions({ options }: StartDraft): StartRequest["options"] {
  return options
    .map(({ label, description }) => ({ label: label.trim(), description: description.trim() }))
    .filter(({ label }) => label !== "")
    .map(({ label, description }, index) => ({
      id: formatOptionLetter(index),
      label,
      ...(description !== "" && { description }),
    }));
}

function splitNonEmptyLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The draft with this model in this seat. */
export function seatModel(draft: StartDraft, seat: string, model: string): StartDraft {
  const others = splitNonEmptyLines(draft.seats).filter(
    (line) => parseSeatModel(line)?.[0] !== seat,
  );
  return { ...draft, seats: [...others, `${seat}=${model}`].join("\n") };
}

function parseSeatModel(line: string): [string, string] | null {
  const at = line.indexOf("=");
  const [seat, model] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  return at < 1 || seat === "" || model === "" ? null : [seat, model];
}

/** Undefined if none is set, null if it is not an amount. */
function parseBudget({ budget }: StartDraft): number | null | undefined {
  const text = budget.trim().replace(/^\$/, "");
  if (text === "") return undefined;
  const amount = Number(text.replace(",", "."));
  return Number.isFinite(amount) && amount > 0 ? amount : null;
}

/** The field that a refusal of the server speaks of; null where it is about the whole. */
export function findRefusedField(code: string, message: string): DraftField | null {
  switch (code) {
    case "unknown-protocol":
      return "protocol";
    case "unknown-seat":
    case "unknown-model":
    case "missing-key":
    case "own-key":
      return "seats";
    case "unpriced-model":
      return "budget";
    case "bad-option":
      return "options";
    case "file-unreadable":
    case "file-too-large":
    case "unsafe-path":
      return "context";
    case "bad-settings":
      return /\boptions?\b/.test(message) ? "options" : null;
    case "bad-brief":
      return /\boptions?\b/.test(message)
        ? "options"
        : /question/.test(message)
          ? "question"
          : "body";
    default:
      return null;
  }
}

/** A draft that was kept, as far as it still has the shape of one. */
export function restoreStartDraft(kept: unknown): StartDraft | null {
  if (typeof kept !== "object" || kept === null) return null;
  const given = kept as Partial<Record<DraftField, unknown>>;
  const text = (field: DraftField): string =>
    typeof given[field] === "string" ? given[field] : "";
  const options = Array.isArray(given.options) ? given.options.flatMap(restoreDraftOption) : [];
  return {
    protocol: text("protocol") || EMPTY_DRAFT.protocol,
    question: text("question"),
    options: options.length === 0 ? EMPTY_DRAFT.options : options,
    body: text("body"),
    context: text("context"),
    seats: text("seats"),
    budget: text("budget"),
  };
}

function restoreDraftOption(kept: unknown): DraftOption[] {
  if (typeof kept !== "object" || kept === null) return [];
  const { label, description } = kept as Partial<DraftOption>;
  return typeof label === "string" && typeof description === "string"
    ? [{ label, description }]
    : [];
}

// The letters that options are called by, in their order.

/** A to Z, then AA, AB… */
export function formatOptionLetter(index: number): string {
  const before = Math.floor(index / 26);
  const last = String.fromCharCode("A".charCodeAt(0) + (index % 26));
  return before === 0 ? last : formatOptionLetter(before - 1) + last;
}
