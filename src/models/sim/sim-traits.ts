/** How a simulated participant behaves, read from its reference: `sim/p=0.6,rho=0.3,rule=evidence`. */
import { SetupError } from "../../errors.ts";

export const SIM_RULES = ["hold", "belief", "conform", "evidence", "copy"] as const;
export const SIM_ROLES = [
  "honest",
  "confederate",
  "capitulator",
  "contrarian",
  "fabricator",
  "garbler",
  "silent",
] as const;
export const SIM_LOCKS = ["none", "majority", "truth", "minority"] as const;

const NUMBERS = {
  /** Chance of a right first answer. */
  p: 0.6,
  /** Correlation of first answers (exchangeable, beta-binomial). */
  rho: 0,
  /** Share of luck that all have in common, and that one family has in common (Gaussian factors). */
  g: 0,
  f: 0,
  /** Share of wrong answers that fall into the same trap; negative: spread evenly. */
  trap: -1,
  /** Mass of the first belief: the larger, the more stubborn. */
  s: 2,
  /** Weight of one's own and of another's position in a belief. */
  wself: 0,
  wpeer: 1,
  /** Chance that a minority gives in without evidence. */
  c: 0.6,
  /** Chance that a holder of a right or a wrong option has evidence. */
  et: 0.5,
  ef: 0.1,
  /** Chance that right evidence passes the check, and that wrong evidence fails it. */
  sens: 0.9,
  spec: 0.9,
  /** Chance that evidence persuades. */
  persuade: 0.8,
  /** Chance to follow the majority in a belief debate. */
  follow: 0,
  /** Stated confidence: offset and slope over the log odds of the belief. */
  ca: 0,
  cb: 1,
  seed: 1,
} as const;

type SimNumbers = { readonly [Name in keyof typeof NUMBERS]: number };

export interface SimTraits extends SimNumbers {
  readonly rule: (typeof SIM_RULES)[number];
  readonly role: (typeof SIM_ROLES)[number];
  readonly lock: (typeof SIM_LOCKS)[number];
  /** Persuaded by evidence that passed the check alone; never conforms. */
  readonly gated: boolean;
  readonly family: string;
}

export const DEFAULT_TRAITS: SimTraits = {
  ...NUMBERS,
  rule: "hold",
  role: "honest",
  lock: "none",
  gated: false,
  family: "sim",
};

const SHARES = "p rho g f c et ef sens spec persuade follow".split(" ");

export function parseSimTraits(words: string): SimTraits {
  const given = words.split(",").map((part) => part.trim());
  const read = given
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name.trim(), readTrait(name.trim(), value.trim())] as const;
    });
  return { ...DEFAULT_TRAITS, ...Object.fromEntries(read) };
}

function readTrait(name: string, value: string): string | number | boolean {
  if (name === "rule") return readWord(name, value, SIM_RULES);
  if (name === "role") return readWord(name, value, SIM_ROLES);
  if (name === "lock") return readWord(name, value, SIM_LOCKS);
  if (name === "gated") return readWord(name, value, ["yes", "no"]) === "yes";
  if (name === "family" && /^[a-z][a-z0-9-]{0,30}$/.test(value)) return value;
  const number = Number(value);
  const isShare = SHARES.includes(name);
  const fits =
    value !== "" && Number.isFinite(number) && (!isShare || (number >= 0 && number <= 1));
  if (Object.hasOwn(NUMBERS, name) && fits) return number;
  const known = [...Object.keys(NUMBERS), "rule", "role", "lock", "gated", "family"];
  throw new SetupError(
    "unknown-model",
    `A simulated participant has no trait "${name}=${value}".`,
    {
      hint: `Write it as sim/p=0.6,rule=belief. Traits: ${known.join(", ")}.`,
    },
  );
}

function readWord(name: string, value: string, words: readonly string[]): string {
  if (words.includes(value)) return value;
  throw new SetupError("unknown-model", `${name} is one of ${words.join(", ")}, not "${value}".`, {
    hint: `Write it as sim/${name}=${words[0] ?? ""}.`,
  });
}
