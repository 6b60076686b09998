/** The ten forms in which items come (evidence 3.2). The first that fits is taken; each row becomes one item. */
import { type Json, isJsonObject } from "../../domain/json.ts";
import type { AnswerCheck, EvalItem } from "./eval-item.ts";
import {
  readObjectField,
  isLetter,
  isText,
  isTexts,
  letterPlace,
  readJsonList,
  readRowId,
  createNumericCheck,
  readFieldText,
  readFieldTexts,
} from "./row-fields.ts";

export type ItemRow = Readonly<Record<string, Json | undefined>>;

/** An item as a row states it: ids and shuffles come later. */
export interface ItemDraft {
  readonly id?: string;
  readonly question: string;
  readonly options?: readonly string[];
  /** Place of the right option. */
  readonly right?: number;
  readonly accepts?: readonly AnswerCheck[];
  readonly flaws?: EvalItem["flaws"];
  readonly context?: string;
  readonly sources?: EvalItem["sources"];
  readonly cluster?: string;
  readonly split?: string;
  readonly weight?: number;
}

export interface ItemFormat {
  readonly name: string;
  readonly fits: (row: ItemRow) => boolean;
  /** Null where the row has the form and no sense. */
  readonly read: (row: ItemRow) => ItemDraft | null;
}

export const ITEM_FORMATS: readonly ItemFormat[] = [
  {
    name: "canonical",
    fits: (row) =>
      isText(row["question"]) &&
      (Array.isArray(row["flaws"]) ||
        (Array.isArray(row["options"]) &&
          row["options"].every((one) => isText(readObjectField(one, "text")))) ||
        (isText(row["id"]) && (isJsonObject(row["accepts"]) || Array.isArray(row["accepts"])))),
    read: readCanonical,
  },
  {
    name: "gpqa",
    fits: (row) => isText(row["Question"]) && isText(row["Correct Answer"]),
    read(row) {
      const wrong = [1, 2, 3].map((n) => row[`Incorrect Answer ${n}`]).filter(isText);
      return {
        question: readFieldText(row["Question"]),
        options: [readFieldText(row["Correct Answer"]), ...wrong].map((one) => one.trim()),
        right: 0,
        ...readRowId(row, "Record ID"),
      };
    },
  },
  {
    name: "truthfulqa",
    fits: (row) => isJsonObject(row["mc1_targets"]) && isText(row["question"]),
    read(row) {
      const options = readFieldTexts(readObjectField(row["mc1_targets"], "choices"));
      const labels = readObjectField(row["mc1_targets"], "labels");
      const right = Array.isArray(labels) ? labels.indexOf(1) : -1;
      return right === -1 ? null : { question: readFieldText(row["question"]), options, right };
    },
  },
  {
    name: "arc",
    fits: (row) =>
      isJsonObject(row["choices"]) && isText(row["answerKey"]) && row["question"] !== undefined,
    read(row) {
      const options = readFieldTexts(readObjectField(row["choices"], "text"));
      const labels = readFieldTexts(readObjectField(row["choices"], "label"));
      const right = labels.indexOf(readFieldText(row["answerKey"]));
      const question = isText(row["question"])
        ? row["question"]
        : readFieldText(readObjectField(row["question"], "stem"));
      return right === -1 ? null : { question, options, right, ...readRowId(row, "id") };
    },
  },
  {
    name: "mmlu",
    fits: (row) =>
      isText(row["question"]) &&
      (isTexts(row["choices"]) || isTexts(row["options"])) &&
      (typeof row["answer"] === "number" ||
        isLetter(row["answer"]) ||
        typeof row["answer_index"] === "number"),
    read(row) {
      const options = readFieldTexts(row["choices"] ?? row["options"]);
      const answer = row["answer_index"] ?? row["answer"];
      const right = typeof answer === "number" ? answer : letterPlace(readFieldText(answer));
      const cluster = row["subject"] ?? row["category"];
      return {
        question: readFieldText(row["question"]),
        options,
        right,
        ...(isText(cluster) && { cluster }),
        ...readRowId(row, "question_id"),
      };
    },
  },
  {
    name: "bbh",
    fits: (row) => isText(row["inputs"]) && Array.isArray(row["targets"]),
    read(row) {
      const options = readFieldTexts(row["multiple_choice_targets"]);
      const [target = ""] = readFieldTexts(row["targets"]);
      const question = readFieldText(row["inputs"]);
      if (options.length < 2) return { question, accepts: [{ kind: "equals", words: target }] };
      const right = options.indexOf(target);
      return right === -1 ? null : { question, options, right };
    },
  },
  {
    name: "gsm8k",
    fits: (row) =>
      isText(row["question"]) && isText(row["answer"]) && /####\s*\S/.test(row["answer"]),
    read(row) {
      const said =
        /####\s*(-?[\d,.]+)/.exec(readFieldText(row["answer"]))?.[1]?.replaceAll(",", "") ?? "";
      const value = Number(said);
      if (said === "" || !Number.isFinite(value)) return null;
      return { question: readFieldText(row["question"]), accepts: [createNumericCheck(value)] };
    },
  },
  {
    name: "openai-evals",
    fits: (row) => Array.isArray(row["input"]) && row["ideal"] !== undefined,
    read(row) {
      const turns = (row["input"] as readonly Json[]).map((turn) =>
        readFieldText(readObjectField(turn, "content")),
      );
      const ideal = isText(row["ideal"]) ? [row["ideal"]] : readFieldTexts(row["ideal"]);
      const accepts = ideal.map((words): AnswerCheck => ({ kind: "equals", words }));
      return { question: turns.join("\n\n"), accepts };
    },
  },
  {
    name: "inspect",
    fits: (row) => isText(row["input"]) && row["target"] !== undefined,
    read: readInspect,
  },
  {
    name: "promptfoo",
    fits: (row) =>
      isJsonObject(row["vars"]) || Object.keys(row).some((name) => name.startsWith("__expected")),
    read: readPromptfoo,
  },
  {
    name: "decision",
    fits: (row) => isText(row["question"]) && row["answer"] === undefined,
    read: (row) => ({
      question: readFieldText(row["question"]),
      options: readFieldTexts(row["options"] ?? row["choices"]),
      ...readRowId(row, "id"),
      ...(isText(row["context"]) && { context: row["context"] }),
    }),
  },
  {
    name: "question-answer",
    fits: (row) =>
      isText(row["question"]) && (isText(row["answer"]) || typeof row["answer"] === "number"),
    read(row) {
      const { answer } = row;
      const accepts: AnswerCheck[] =
        typeof answer === "number"
          ? [createNumericCheck(answer)]
          : [{ kind: "equals", words: readFieldText(answer) }];
      return { question: readFieldText(row["question"]), accepts, ...readRowId(row, "id") };
    },
  },
];

function readCanonical(row: ItemRow): ItemDraft | null {
  const stated = Array.isArray(row["options"]) ? row["options"] : [];
  const ids = stated.map((one) => readFieldText(readObjectField(one, "id")));
  const right = isText(row["answer"]) ? ids.indexOf(row["answer"]) : undefined;
  const sources = Array.isArray(row["sources"]) ? row["sources"] : [];
  return {
    question: readFieldText(row["question"]),
    options: stated.map((one) => readFieldText(readObjectField(one, "text"))),
    ...(right !== undefined && { right }),
    ...(row["accepts"] !== undefined && {
      accepts: readJsonList(row["accepts"]).flatMap(readCheck),
    }),
    ...(row["flaws"] !== undefined && { flaws: readJsonList(row["flaws"]).flatMap(readFlaw) }),
    sources: sources.map((one) => ({
      title: readFieldText(readObjectField(one, "title")),
      text: readFieldText(readObjectField(one, "text")),
    })),
    ...readRowId(row, "id"),
    ...(isText(row["context"]) && { context: row["context"] }),
    ...(isText(row["cluster"]) && { cluster: row["cluster"] }),
    ...(isText(row["split"]) && { split: row["split"] }),
    ...(typeof row["weight"] === "number" && { weight: row["weight"] }),
  };
}

function readCheck(value: Json): AnswerCheck[] {
  const number = readObjectField(value, "numeric");
  if (typeof number === "number")
    return [createNumericCheck(number, readObjectField(value, "tolerance"))];
  return (["equals", "contains", "matches"] as const).flatMap((kind) => {
    const words = readObjectField(value, kind);
    return isText(words) ? [{ kind, words }] : [];
  });
}

function readFlaw(value: Json): EvalItem["flaws"] {
  const signs = readObjectField(value, "signs");
  const id = readObjectField(value, "id");
  if (!isText(id) || !Array.isArray(signs)) return [];
  return [
    {
      id,
      kind: readFieldText(readObjectField(value, "kind")) || "defect",
      gold: readFieldText(readObjectField(value, "gold")),
      signs: signs.map((group) => (isText(group) ? [group] : readFieldTexts(group))),
    },
  ];
}

function readInspect(row: ItemRow): ItemDraft | null {
  const question = readFieldText(row["input"]);
  const options = readFieldTexts(row["choices"]);
  const targets = isText(row["target"]) ? [row["target"]] : readFieldTexts(row["target"]);
  if (options.length > 1) {
    const right = letterPlace(targets[0] ?? "");
    return right < 0 || right >= options.length
      ? null
      : { question, options, right, ...readRowId(row, "id") };
  }
  const accepts = targets.map((words): AnswerCheck => ({ kind: "equals", words }));
  return { question, accepts, ...readRowId(row, "id") };
}

function readPromptfoo(row: ItemRow): ItemDraft | null {
  const vars = isJsonObject(row["vars"]) ? (row["vars"] as ItemRow) : row;
  const names = Object.keys(vars).filter((name) => !name.startsWith("__"));
  const asked = isText(vars["question"]) ? "question" : names[0];
  if (asked === undefined) return null;
  const expected = Object.entries(row).filter(([name]) => name.startsWith("__expected"));
  const checks = [
    ...readJsonList(row["assert"] ?? []).flatMap(readAssertion),
    ...expected.flatMap(([, words]) => (isText(words) ? readExpected(words) : [])),
  ];
  const rest = names
    .filter((name) => name !== asked)
    .map((name) => `${name}: ${readFieldText(vars[name])}`);
  return { question: readFieldText(vars[asked]), accepts: checks, context: rest.join("\n") };
}

function readAssertion(value: Json): AnswerCheck[] {
  const words = readObjectField(value, "value");
  const type = readFieldText(readObjectField(value, "type"));
  if (!isText(words) && typeof words !== "number") return [];
  if (type === "equals") return [{ kind: "equals", words: `${words}` }];
  if (type === "regex") return [{ kind: "matches", words: `${words}` }];
  return /^i?contains$/.test(type) ? [{ kind: "contains", words: `${words}` }] : [];
}

/** `contains: words`, `regex: …`, or the answer itself. */
function readExpected(words: string): AnswerCheck[] {
  const [, type = "", value = ""] = /^(i?contains|regex|equals):\s*(.*)$/s.exec(words) ?? [];
  return type === "" ? [{ kind: "equals", words }] : readAssertion({ type, value });
}
