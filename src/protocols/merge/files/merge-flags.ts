/**
 * Checks the flags of `dissent merge` as the seed says: what is an error, and what is only warned about and replaced.
 */
import { readListFlag, readTextFlag } from "../../../app/read-flags.ts";
import { SetupError } from "../../../errors.ts";
import { formatShownValue, splitCommaList } from "../../../text/plain-text.ts";

type Flags = Readonly<Record<string, unknown>>;

export type MergeMode =
  | {
      readonly kind: "compare";
      readonly files: readonly string[];
      readonly source: string | null;
      /** A file; null: found in git if it is there; false: none. */
      readonly ancestor: string | null | false;
    }
  | {
      readonly kind: "generate";
      readonly type: string;
      readonly source: string;
      readonly agents: readonly string[];
    };

export function parseMergeMode(files: readonly string[], flags: Flags): MergeMode {
  const generate = readTextFlag(flags, "generate");
  const source = readTextFlag(flags, "source") ?? null;
  const agents = readListFlag(flags, "agents");
  const ancestor = flags["ancestor"] === false ? false : (readTextFlag(flags, "ancestor") ?? null);
  if (typeof ancestor === "string" && files.length === 0)
    throw createUsageError(
      "--ancestor needs the files that go back to it.",
      "Name them: dissent merge a.md b.md --ancestor old.md",
    );
  if (generate !== undefined && files.length > 0) {
    throw createUsageError(
      "Files are compared or drafts are generated, not both.",
      "Leave out the files, or --generate.",
    );
  }
  if (generate !== undefined) {
    if (generate.trim() === "") throw createUsageError("--generate says nothing.", GENERATE_HINT);
    if (source === null) throw createUsageError("--generate needs --source.", GENERATE_HINT);
    if (agents.length === 0) throw createUsageError("--generate needs --agents.", GENERATE_HINT);
    return { kind: "generate", type: generate.trim(), source, agents };
  }
  if (agents.length > 0) {
    throw createUsageError(
      "--agents needs --generate.",
      files.length > 0
        ? "Who argues for given files is set with --seat advocate-1=model."
        : GENERATE_HINT,
    );
  }
  if (files.length > 0) return { kind: "compare", files, source, ancestor };
  if (source !== null)
    throw createUsageError("--source needs --generate, or files to compare.", GENERATE_HINT);
  throw createUsageError(
    "There is nothing to merge.",
    `Name files: dissent merge a.md b.md -o out.md. ${GENERATE_HINT}`,
  );
}

const GENERATE_HINT =
  "Or have drafts written: dissent merge --generate roadmap --source spec.md --agents a/model:architect,b/model:qa";

interface MergeSettingFlags {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** Settings of the protocol that have a flag. What is left out is left to the configuration. */
export function readMergeSettings(flags: Flags, files: readonly string[]): MergeSettingFlags {
  const depth = parseDepthFlag(readTextFlag(flags, "depth"));
  const convergence = parseConvergenceFlag(readTextFlag(flags, "convergence"));
  const focus = readListFlag(flags, "focus").flatMap(splitCommaList);
  const base = readTextFlag(flags, "base");
  const prefer = readTextFlag(flags, "prefer");
  return {
    settings: {
      ...depth.settings,
      ...convergence.settings,
      ...(focus.length > 0 && { focus }),
      ...(base !== undefined && { base: parseVariantFlag("base", base, files) }),
      ...(prefer !== undefined && { prefer: parseVariantFlag("prefer", prefer, files) }),
      ...(flags["showAuthors"] === true && { authors: true }),
      ...(flags["interactive"] === true && { interactive: true }),
      ...(flags["blind"] === true && { blind: true }),
      ...(flags["comments"] === false && { comments: false }),
    },
    warnings: [...depth.warnings, ...convergence.warnings],
  };
}

const NO_SETTING_FLAGS: MergeSettingFlags = { settings: {}, warnings: [] };
const MERGE_DEPTHS: readonly string[] = ["quick", "standard", "deep"];

function parseDepthFlag(text: string | undefined): MergeSettingFlags {
  if (text === undefined) return NO_SETTING_FLAGS;
  const depth = text.trim().toLowerCase();
  if (MERGE_DEPTHS.includes(depth)) return { settings: { depth }, warnings: [] };
  return {
    settings: { depth: "standard" },
    warnings: [
      `--depth knows ${MERGE_DEPTHS.join(", ")} and not ${formatShownValue(text)}, so it is standard`,
    ],
  };
}

const MIN_CONVERGENCE = 0.5;
const MAX_CONVERGENCE = 0.99;
const DEFAULT_CONVERGENCE = 0.8;

function parseConvergenceFlag(text: string | undefined): MergeSettingFlags {
  if (text === undefined) return NO_SETTING_FLAGS;
  const convergence = text.trim() === "" ? Number.NaN : Number(text);
  if (convergence >= MIN_CONVERGENCE && convergence <= MAX_CONVERGENCE)
    return { settings: { convergence }, warnings: [] };
  return {
    settings: { convergence: DEFAULT_CONVERGENCE },
    warnings: [
      `--convergence is between 0.50 and 0.99 and not ${formatShownValue(text)}, so it is 0.80`,
    ],
  };
}

/** A number, a letter, or the file itself. Without files only numbers and letters are known. */
function parseVariantFlag(flag: "base" | "prefer", text: string, files: readonly string[]): number {
  const wanted = text.trim();
  const number = /^\d+$/.test(wanted) ? Number(wanted) : -1;
  const letter = /^[A-Ja-j]$/.test(wanted) ? wanted.toUpperCase().charCodeAt(0) - 64 : -1;
  const file =
    files.findIndex((path) => path === wanted || path.split(/[\\/]/).at(-1) === wanted) + 1;
  const most = files.length === 0 ? 10 : files.length;
  const base = [file, number, letter].find((one) => one >= 1 && one <= most);
  if (base !== undefined) return base;
  throw createUsageError(
    `--${flag}: there is no variant ${formatShownValue(wanted)}.`,
    `Name one by number, letter or file: 1 to ${most}.`,
  );
}

/** `--revert 3,5`: numbers of planned changes. */
export function parseRevertFlag(lists: readonly string[]): number[] {
  const numbers = lists.flatMap(splitCommaList).map((word) => {
    const number = /^#?(\d+)$/.exec(word)?.[1];
    if (number !== undefined && Number(number) >= 1 && Number.isSafeInteger(Number(number)))
      return Number(number);
    throw createUsageError(
      `--revert takes numbers of planned changes, got ${formatShownValue(word)}.`,
      "They are in adversarial/refactor-plan.md: --revert 3, or --revert 3,5.",
    );
  });
  if (numbers.length > 0) return [...new Set(numbers)].toSorted((a, b) => a - b);
  throw createUsageError(
    "--revert names no change.",
    "The numbers are in adversarial/refactor-plan.md.",
  );
}

function createUsageError(message: string, hint: string): SetupError {
  return new SetupError("usage", message, { hint });
}
