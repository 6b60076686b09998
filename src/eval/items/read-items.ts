/**
 * Reads items from a file and checks them before anything is spent.
 *
 * EI1. Options are put into an order of their own per item, so that no file's habit (the right one first) shows.
 * EI2. An answer that is no option, and two items of one id, are refused with their place.
 */
import { parse as parseYaml } from "yaml";

import { createSeededGenerator } from "../../audit/statistics/seeded-generator.ts";
import type { Json } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import { compilePattern, type EvalItem } from "./eval-item.ts";
import { ITEM_FORMATS, type ItemDraft, type ItemRow } from "./item-formats.ts";
import { parseCsvRows } from "./parse-csv.ts";
import { readObjectField } from "./row-fields.ts";

export interface ItemReading {
  readonly format: string;
  readonly items: readonly EvalItem[];
  /** What a person should know of them; none of it stops the run. */
  readonly notes: readonly string[];
}

export interface ItemFile {
  readonly text: string;
  /** As the person named it; its ending tells CSV and YAML. */
  readonly name: string;
  readonly seed: string | number;
  /** `question=prompt` takes another field. */
  readonly map?: Readonly<Record<string, string>>;
}

export function readEvalItems(file: ItemFile): ItemReading {
  const rows = parseItemRows(file).map((row) => renameFields(row, file.map ?? {}));
  const [first] = rows;
  if (!first) throw refuseItems(file, "has no items");
  const format = ITEM_FORMATS.find(({ fits }) => fits(first));
  if (!format) {
    const known = ITEM_FORMATS.map(({ name }) => name).join(", ");
    throw refuseItems(
      file,
      "has items of no form that is known",
      `Known: ${known}. Fields: ${Object.keys(first).slice(0, 12).join(", ")}. Rename them: --map question=prompt.`,
    );
  }
  const items = rows.map((row, index) => {
    const draft = format.fits(row) ? format.read(row) : null;
    if (!draft)
      throw refuseItems(file, `item ${index + 1} is not of the form ${format.name} like the first`);
    return finishItem(file, draft, index);
  });
  refuseRepeatedIds(file, items);
  return { format: format.name, items, notes: describeItems(items, rows.length) };
}

function refuseItems({ name }: ItemFile, what: string, hint?: string): SetupError {
  return new SetupError("bad-brief", `${name} ${what}.`, hint === undefined ? {} : { hint });
}

function parseItemRows(file: ItemFile): ItemRow[] {
  const { name, text } = file;
  try {
    if (name.endsWith(".csv")) return parseCsvRows(text);
    if (/\.ya?ml$/.test(name)) return listRows(parseYaml(text) as Json);
    const start = text.trimStart();
    if (start.startsWith("[")) return listRows(JSON.parse(text) as Json);
  } catch {
    throw refuseItems(file, "cannot be read", "Check its syntax.");
  }
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as ItemRow];
    } catch {
      throw refuseItems(file, `line ${index + 1} is not JSON`, "Write one item per line.");
    }
  });
}

function listRows(value: Json): ItemRow[] {
  if (Array.isArray(value)) return value as ItemRow[];
  if (typeof value !== "object" || value === null) return [];
  const { tests, items } = value as Record<string, Json>;
  return (tests ?? items ?? []) as unknown as ItemRow[];
}

function renameFields(row: ItemRow, map: Readonly<Record<string, string>>): ItemRow {
  const found = Object.entries(map).map(([field, path]) => {
    const value = path
      .split(".")
      .reduce<Json | undefined>((at, name) => readObjectField(at, name), row as Json);
    return [field, value] as const;
  });
  return { ...row, ...Object.fromEntries(found) };
}

function finishItem(file: ItemFile, draft: ItemDraft, index: number): EvalItem {
  const id = draft.id ?? `${index + 1}`;
  const stated = draft.options ?? [];
  const right = draft.right;
  if (right !== undefined && (right < 0 || right >= stated.length))
    throw refuseItems(file, `item ${id} has an answer that is none of its options`);
  if (draft.question.trim() === "") throw refuseItems(file, `item ${id} has no question`);
  if (stated.length === 1) throw refuseItems(file, `item ${id} has one option only`);
  const accepts = draft.accepts ?? [];
  const broken = accepts.find((one) => one.kind === "matches" && !compilePattern(one.words));
  if (broken) throw refuseItems(file, `item ${id} has a pattern that is none`);
  const order = shuffleOptions(`${file.seed} ${id}`, stated.length);
  const options = order.map((place, at) => ({
    id: `o${at + 1}`,
    text: stated[place] ?? "",
    place,
  }));
  const answer =
    right === undefined ? null : (options.find(({ place }) => place === right)?.id ?? null);
  const flaws = draft.flaws ?? [];
  return {
    id,
    kind: nameKind({ flaws, accepts, options, answer }),
    question: draft.question,
    options: options.map(({ id: option, text }) => ({ id: option, text })),
    answer,
    accepts,
    flaws,
    context: draft.context ?? "",
    sources: draft.sources ?? [],
    cluster: draft.cluster ?? null,
    split: draft.split ?? null,
    weight: draft.weight ?? 1,
  };
}

function nameKind({
  flaws,
  accepts,
  options,
  answer,
}: Pick<EvalItem, "flaws" | "accepts" | "options" | "answer">): EvalItem["kind"] {
  if (flaws.length > 0) return "review";
  if (options.length > 0) return answer === null ? "open" : "choice";
  return accepts.length > 0 ? "text" : "open";
}

function shuffleOptions(seed: string, count: number): number[] {
  const chance = createSeededGenerator(`options ${seed}`);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = chance.integer(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}

function refuseRepeatedIds(file: ItemFile, items: readonly EvalItem[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) throw refuseItems(file, `has two items of the id ${id}`);
    seen.add(id);
  }
}

/** 95 % point of χ² for 1 to 9 degrees of freedom. */
const CHI_SQUARE = [3.84, 5.99, 7.81, 9.49, 11.07, 12.59, 14.07, 15.51, 16.92];

function describeItems(items: readonly EvalItem[], rows: number): string[] {
  const asked = Map.groupBy(items, ({ question, context }) => `${question}\n${context}`);
  const repeated = [...asked.values()].filter(({ length }) => length > 1).length;
  const judged = items.filter(({ kind }) => kind !== "open").length;
  const clustered = items.filter(({ cluster }) => cluster !== null).length;
  return [
    ...(repeated > 0 ? [`${repeated} questions occur more than once`] : []),
    ...(judged < rows
      ? [`${rows - judged} items have no known answer: only their process is measured`]
      : []),
    ...(clustered > 0 && clustered < items.length
      ? [`${items.length - clustered} items have no cluster and count as one each`]
      : []),
    ...describePlaces(items),
  ];
}

function describePlaces(items: readonly EvalItem[]): string[] {
  const choices = items.filter(({ kind }) => kind === "choice");
  const most = Math.max(0, ...choices.map(({ options }) => options.length));
  const even = choices.filter(({ options }) => options.length === most);
  const limit = CHI_SQUARE[most - 2];
  if (even.length < 30 || limit === undefined) return [];
  const counts = Array.from(
    { length: most },
    (_, index) => even.filter(({ answer }) => answer === `o${index + 1}`).length,
  );
  const expected = even.length / most;
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chi > limit
    ? [`right answers lie unevenly over the places (${counts.join(", ")}): try another --seed`]
    : [];
}
