import { listFlag, textFlag } from "../../../app/flags.ts";
/** The flags of `dissent merge`, checked as the seed says: what stops, and what is warned of and replaced. */
import { SetupError } from "../../../errors.ts";
import { shown } from "../../../text/plain-text.ts";

type Flags = Readonly<Record<string, unknown>>;

export type Mode =
  | { readonly kind: "compare"; readonly files: readonly string[]; readonly source: string | null }
  | {
      readonly kind: "generate";
      readonly type: string;
      readonly source: string;
      readonly agents: readonly string[];
    };

export function modeOf(files: readonly string[], flags: Flags): Mode {
  const generate = textFlag(flags, "generate");
  const source = textFlag(flags, "source") ?? null;
  const agents = listFlag(flags, "agents");
  if (generate !== undefined && files.length > 0) {
    throw wrong(
      "Files are compared or drafts are generated, not both.",
      "Leave out the files, or --generate.",
    );
  }
  if (generate !== undefined) {
    if (generate.trim() === "") throw wrong("--generate says nothing.", GENERATE);
    if (source === null) throw wrong("--generate needs --source.", GENERATE);
    if (agents.length === 0) throw wrong("--generate needs --agents.", GENERATE);
    return { kind: "generate", type: generate.trim(), source, agents };
  }
  if (agents.length > 0) {
    throw wrong(
      "--agents needs --generate.",
      files.length > 0
        ? "Who argues for given files is set with --seat advocate-1=model."
        : GENERATE,
    );
  }
  if (files.length > 0) return { kind: "compare", files, source };
  if (source !== null) throw wrong("--source needs --generate, or files to compare.", GENERATE);
  throw wrong(
    "There is nothing to merge.",
    `Name files: dissent merge a.md b.md -o out.md. ${GENERATE}`,
  );
}

const GENERATE =
  "Or have drafts written: dissent merge --generate roadmap --source spec.md --agents a/model:architect,b/model:qa";

interface Dials {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** Settings of the protocol that have a flag. What is left out is left to the configuration. */
export function dialsFrom(flags: Flags, files: readonly string[]): Dials {
  const depth = depthFrom(textFlag(flags, "depth"));
  const convergence = convergenceFrom(textFlag(flags, "convergence"));
  const focus = listFlag(flags, "focus").flatMap(words);
  const base = textFlag(flags, "base");
  return {
    settings: {
      ...depth.settings,
      ...convergence.settings,
      ...(focus.length > 0 && { focus }),
      ...(base !== undefined && { base: baseFrom(base, files) }),
      ...(flags["interactive"] === true && { interactive: true }),
      ...(flags["blind"] === true && { blind: true }),
      ...(flags["comments"] === false && { comments: false }),
    },
    warnings: [...depth.warnings, ...convergence.warnings],
  };
}

const NONE: Dials = { settings: {}, warnings: [] };
const DEPTHS: readonly string[] = ["quick", "standard", "deep"];

function depthFrom(text: string | undefined): Dials {
  if (text === undefined) return NONE;
  const depth = text.trim().toLowerCase();
  if (DEPTHS.includes(depth)) return { settings: { depth }, warnings: [] };
  return {
    settings: { depth: "standard" },
    warnings: [`--depth knows ${DEPTHS.join(", ")} and not ${shown(text)}, so it is standard`],
  };
}

const LEAST = 0.5;
const MOST = 0.99;
const USUAL = 0.8;

function convergenceFrom(text: string | undefined): Dials {
  if (text === undefined) return NONE;
  const convergence = text.trim() === "" ? Number.NaN : Number(text);
  if (convergence >= LEAST && convergence <= MOST)
    return { settings: { convergence }, warnings: [] };
  return {
    settings: { convergence: USUAL },
    warnings: [`--convergence is between 0.50 and 0.99 and not ${shown(text)}, so it is 0.80`],
  };
}

/** A number, a letter, or the file itself. Without files only numbers and letters are known. */
function baseFrom(text: string, files: readonly string[]): number {
  const wanted = text.trim();
  const number = /^\d+$/.test(wanted) ? Number(wanted) : -1;
  const letter = /^[A-Ja-j]$/.test(wanted) ? wanted.toUpperCase().charCodeAt(0) - 64 : -1;
  const file =
    files.findIndex((path) => path === wanted || path.split(/[\\/]/).at(-1) === wanted) + 1;
  const most = files.length === 0 ? 10 : files.length;
  const base = [file, number, letter].find((one) => one >= 1 && one <= most);
  if (base !== undefined) return base;
  throw wrong(
    `--base: there is no variant ${shown(wanted)}.`,
    `Name one by number, letter or file: 1 to ${most}.`,
  );
}

/** `--revert 3,5`: numbers of planned changes. */
export function revertedFrom(lists: readonly string[]): number[] {
  const numbers = lists.flatMap(words).map((word) => {
    const number = /^#?(\d+)$/.exec(word)?.[1];
    if (number !== undefined && Number(number) >= 1 && Number.isSafeInteger(Number(number)))
      return Number(number);
    throw wrong(
      `--revert takes numbers of planned changes, got ${shown(word)}.`,
      "They are in adversarial/refactor-plan.md: --revert 3, or --revert 3,5.",
    );
  });
  if (numbers.length > 0) return [...new Set(numbers)].toSorted((a, b) => a - b);
  throw wrong("--revert names no change.", "The numbers are in adversarial/refactor-plan.md.");
}

function words(list: string): string[] {
  return list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function wrong(message: string, hint: string): SetupError {
  return new SetupError("usage", message, { hint });
}
