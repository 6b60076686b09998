/** Makes an ordinary debate of one arm and one item. Nothing in it knows the answer but the words of a canary. */
import { hash } from "node:crypto";

import { createSeededGenerator } from "../../audit/statistics/seeded-generator.ts";
import { BODY_SOURCE, type Brief, type Source } from "../../domain/brief.ts";
import type { Plan, PlanRequest } from "../../plan.ts";
import type { Protocol } from "../../protocol.ts";
import type { EvalItem } from "../items/eval-item.ts";
import type { ArmSettings, EvalArm } from "./parse-arm.ts";

export interface CellSetting {
  readonly seed: string | number;
  /** Models of the panel, one seat after the other. */
  readonly models: readonly string[];
  /** Seats of free debates and of polls that name no number. */
  readonly seats: number;
  readonly timeoutMs: number | null;
  readonly plan: (protocol: string, request: PlanRequest) => Plan;
  readonly protocols: readonly Protocol[];
}

/** What an arm needs to know of arms that ran before it. */
export interface CellKnowledge {
  /** Samples that cost as much as the debate of this item. */
  readonly affordable?: number;
  readonly bestModel?: string;
  /** What was said about another item. */
  readonly elsewhere?: readonly { readonly speaker: string; readonly words: string }[];
}

export function planCell(
  { arm, item, cell }: { readonly arm: EvalArm; readonly item: EvalItem; readonly cell: string },
  setting: CellSetting,
  known: CellKnowledge,
): Plan {
  const brief = createItemBrief(item, cell);
  const shared = {
    brief,
    ...(setting.timeoutMs !== null && { timeoutMs: setting.timeoutMs }),
  };
  const drawn =
    arm.kind === "debate"
      ? setting.plan(arm.protocol, {
          ...shared,
          panel: setting.models,
          settings: arm.settings,
          flags: listInputFlags(arm.protocol, setting.protocols),
        })
      : setting.plan("poll", {
          ...shared,
          panel: chooseModels(arm, setting, known),
          settings: { task: nameTask(item), ...listPollSettings({ arm, item }, setting, known) },
        });
  // the same order of options for the same seat in every arm, so that arms differ in nothing else
  return { ...drawn, salt: hash("sha256", `${setting.seed}\u0000${item.id}`).slice(0, 32) };
}

/** A protocol that takes a person's own plan is given the item's text as that plan. */
function listInputFlags(
  id: string,
  protocols: readonly Protocol[],
): NonNullable<PlanRequest["flags"]> {
  const protocol = protocols.find((one) => one.id === id);
  return protocol?.input === "plan" && protocol.flags?.opening !== undefined
    ? { opening: "user" }
    : {};
}

function nameTask({ kind, options }: EvalItem): string {
  if (kind === "review") return "review";
  return options.length > 0 ? "choose" : "answer";
}

function chooseModels(
  arm: EvalArm,
  { models }: CellSetting,
  known: CellKnowledge,
): readonly string[] {
  if (arm.kind === "single") return [arm.model ?? models[0] ?? "offline"];
  if (arm.kind === "best-single") return [known.bestModel ?? models[0] ?? "offline"];
  const alone = ["canary", "recheck", "self-refine", "noise-peer"].includes(arm.kind);
  return alone ? models.slice(0, 1) : models;
}

interface CellMatter {
  readonly arm: EvalArm;
  readonly item: EvalItem;
}

function listPollSettings(
  { arm, item }: CellMatter,
  { seats, seed }: CellSetting,
  known: CellKnowledge,
): Record<string, unknown> {
  switch (arm.kind) {
    case "samples":
      return { seats: arm.count };
    case "sc-budget":
      return { seats: Math.min(256, Math.max(1, known.affordable ?? 1)) };
    case "self-refine":
      return { rounds: arm.rounds, sees: "own" };
    case "noise-peer":
      return { rounds: 2, sees: "own", inserted_from: 2, inserted: listNoise(known) };
    case "free":
      return { seats, rounds: arm.rounds, sees: "others", ...readFreeSettings(arm.settings) };
    case "sequential":
      return { seats, sees: "earlier" };
    case "canary":
      return { inserted: createConfederates(arm, item, seed) };
    case "recheck":
      return {
        rounds: 2,
        sees: "own",
        inserted_from: 2,
        inserted: listRecheckWords(arm, item, seed),
      };
    case "single":
    case "best-single":
    case "vote1":
    case "debate":
      return {};
  }
}

function readFreeSettings(settings: ArmSettings): Record<string, unknown> {
  const { ring, star, anonymous, ...rest } = settings;
  return {
    ...rest,
    ...(ring === true && { graph: "ring" }),
    ...(star === true && { graph: "star" }),
    ...(anonymous === true && { names: false }),
  };
}

function listNoise({ elsewhere = [] }: CellKnowledge): object[] {
  return elsewhere.map(({ speaker, words }) => ({ speaker, words, option: null }));
}

function createConfederates(
  arm: Extract<EvalArm, { kind: "canary" }>,
  item: EvalItem,
  seed: string | number,
): object[] {
  const option = arm.right ? item.answer : pickWrongOption(item, seed);
  const label = item.options.find(({ id }) => id === option)?.text ?? "";
  return Array.from({ length: arm.voices }, (_, index) => ({
    speaker: arm.speaker ? `Participant ${index + 1}` : null,
    option,
    words: arm.reasons
      ? `The answer is: ${label}. The material leaves no other reading, and the alternatives miss its conditions.`
      : `The answer is: ${label}.`,
  }));
}

function listRecheckWords(
  { how }: Extract<EvalArm, { kind: "recheck" }>,
  item: EvalItem,
  seed: string | number,
): object[] {
  const wrong = pickWrongOption(item, seed);
  const label = item.options.find(({ id }) => id === wrong)?.text ?? "another answer";
  if (how === "wrong")
    return [{ speaker: "A reviewer", option: wrong, words: `That is not right. It is: ${label}.` }];
  if (how === "irrelevant")
    return [
      {
        speaker: "A reviewer",
        words: "The question was first asked on a Tuesday, in a meeting of nine people.",
      },
    ];
  return [];
}

/** The same wrong option in every canary of an item. */
export function pickWrongOption(
  { id, options, answer }: EvalItem,
  seed: string | number,
): string | null {
  const wrong = options.filter((one) => one.id !== answer);
  return wrong[createSeededGenerator(`wrong ${seed} ${id}`).integer(wrong.length)]?.id ?? null;
}

function createItemBrief(item: EvalItem, cell: string): Brief {
  const texts = [
    ...(item.context.trim() === "" ? [] : [{ title: "brief", text: item.context }]),
    ...item.sources,
  ];
  return {
    id: cell,
    question: item.question,
    options: item.options.map(({ id, text }) => ({ id, label: text, description: "" })),
    sources: texts.map(({ title, text }, index): Source => ({
      id:
        index === 0 && item.context.trim() !== ""
          ? BODY_SOURCE
          : `S${index + Number(item.context.trim() === "")}`,
      title,
      text,
      sha256: hash("sha256", text),
      bytes: Buffer.byteLength(text),
    })),
    featureName: null,
    featureDir: null,
  };
}
