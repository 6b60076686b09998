/** The arms of a comparison by name: what one of them does with an item. `arm+x-y` turns settings of its debate on and off. */
import { SetupError } from "../../errors.ts";
import type { Protocol } from "../../protocol.ts";

export type EvalArm = {
  /** As the person wrote it; the arm's name in every report. */
  readonly name: string;
} & (
  | { readonly kind: "single"; readonly model: string | null }
  | { readonly kind: "best-single" }
  | { readonly kind: "samples"; readonly count: number }
  | { readonly kind: "sc-budget" }
  | { readonly kind: "vote1"; readonly of: string | null }
  | { readonly kind: "self-refine"; readonly rounds: number }
  | { readonly kind: "noise-peer" }
  | { readonly kind: "free"; readonly rounds: number; readonly settings: ArmSettings }
  | { readonly kind: "sequential" }
  | {
      readonly kind: "canary";
      readonly voices: number;
      readonly right: boolean;
      readonly reasons: boolean;
      readonly speaker: boolean;
    }
  | { readonly kind: "recheck"; readonly how: "wrong" | "irrelevant" | "empty" }
  | { readonly kind: "debate"; readonly protocol: string; readonly settings: ArmSettings }
);

export type ArmSettings = Readonly<Record<string, boolean | string | number>>;

const FORMS = [
  "single",
  "single:<model>",
  "best-single",
  "sc@5",
  "union@3",
  "vote1",
  "sc@budget",
  "self-refine",
  "noise-peer",
  "free@3",
  "free+ring",
  "sequential",
  "canary@3",
  "canary@3+right",
  "recheck:wrong",
  "debate",
  "debate:<protocol>+anonymous",
];

export function parseEvalArms(text: string, protocols: readonly Pick<Protocol, "id">[]): EvalArm[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const [standard] = protocols;
  const arms = names.map((name) => parseEvalArm(name, protocols, standard?.id ?? ""));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuseArm(twice, "is named twice");
  if (arms.length === 0) throw refuseArm(text, "names no arm");
  const debates = arms.some(({ kind }) => kind === "debate" || kind === "free");
  const lacking = arms.find(({ kind }) => kind === "vote1" || kind === "sc-budget");
  if (lacking && !debates) throw refuseArm(lacking.name, "needs a debate among the arms");
  if (arms.some(({ kind }) => kind === "sc-budget") && !arms.some(({ kind }) => kind === "single"))
    throw refuseArm("sc@budget", "needs the arm single, to know what one answer takes");
  return arms;
}

function refuseArm(name: string, what: string): SetupError {
  return new SetupError("usage", `--arms: "${name}" ${what}.`, {
    hint: `Arms: ${FORMS.join(", ")}.`,
  });
}

function parseEvalArm(
  name: string,
  protocols: readonly Pick<Protocol, "id">[],
  standard: string,
): EvalArm {
  const [, head = "", rest = ""] =
    /^([^+]*?)((?:[+][^+]+|-(?=(?:anonymous|rotate|one_voice|names)\b)[a-z_]+)*)$/.exec(name) ?? [];
  const settings = parseToggles(name, rest);
  const [, word = "", at = "", of = ""] =
    /^([a-z0-9-]+)(?:@([a-z0-9]+))?(?::(.+))?$/.exec(head) ?? [];
  const count = at === "" ? undefined : readCount(name, at);
  switch (word) {
    case "single":
      return { name, kind: "single", model: of === "" ? null : of };
    case "best-single":
      return { name, kind: "best-single" };
    case "sc":
    case "union":
      if (at === "budget") return { name, kind: "sc-budget" };
      return { name, kind: "samples", count: count ?? 5 };
    case "vote1":
      return { name, kind: "vote1", of: of === "" ? null : of };
    case "self-refine":
      return { name, kind: "self-refine", rounds: count ?? 2 };
    case "noise-peer":
      return { name, kind: "noise-peer" };
    case "free":
      return { name, kind: "free", rounds: count ?? 2, settings };
    case "sequential":
      return { name, kind: "sequential" };
    case "canary":
      return {
        name,
        kind: "canary",
        voices: count ?? 1,
        right: settings["right"] === true,
        reasons: settings["reasons"] === true,
        speaker: settings["nobody"] !== true,
      };
    case "recheck":
      if (of === "wrong" || of === "irrelevant" || of === "empty")
        return { name, kind: "recheck", how: of };
      throw refuseArm(
        name,
        "says how it asks again: recheck:wrong, recheck:irrelevant or recheck:empty",
      );
    case "debate": {
      const protocol = of === "" ? standard : of;
      if (protocols.some(({ id }) => id === protocol))
        return { name, kind: "debate", protocol, settings };
      throw refuseArm(
        name,
        `names no protocol; there are ${protocols.map(({ id }) => id).join(", ")}`,
      );
    }
    default:
      throw refuseArm(name, "is no arm");
  }
}

function readCount(name: string, text: string): number | undefined {
  if (text === "budget") return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 101) return count;
  throw refuseArm(name, "has no whole number from 1 to 101 after the @");
}

/** `+anonymous-rotate` as settings; `+key=value` sets words. */
function parseToggles(name: string, text: string): ArmSettings {
  const found = text.matchAll(/([+-])([a-z_]+)(?:=([\w.]+))?/g);
  const settings = [...found].map(
    ([, sign, key = "", value]) => [key, readToggle(value, sign === "+")] as const,
  );
  if (text !== "" && settings.length === 0) throw refuseArm(name, "has a setting of no name");
  return Object.fromEntries(settings);
}

function readToggle(value: string | undefined, on: boolean): boolean | string | number {
  if (value === undefined) return on;
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
