/** Turns what a person typed into a review that can be planned: the change as sources, and what is said of it. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import { createDecisionReader } from "../../../app/earlier-decisions.ts";
import type { DebateInput } from "../../../app/prepare-debate.ts";
import { type CommandFlags, readListFlag, readTextFlag } from "../../../app/read-flags.ts";
import type { Configuration } from "../../../config/config.ts";
import { findSecretLines } from "../../../config/context/find-secrets.ts";
import { createSource, readContextSources } from "../../../config/context/read-context.ts";
import { readTextFile } from "../../../config/context/read-text-file.ts";
import { BODY_SOURCE, type Brief } from "../../../domain/brief.ts";
import { SetupError } from "../../../errors.ts";
import { stripControlCharacters, stripToPlainLine } from "../../../text/plain-text.ts";
import { createSlug, LONGEST_NAME_TO_TYPE } from "../../../text/slug.ts";
import { splitChange } from "../change/change-parts.ts";
import { CHANGE_SOURCE, EARLIER_SOURCE, formatFileSource, readChange } from "../change/change.ts";
import { parseDiff } from "../change/parse-diff.ts";
import { ReviewSettings } from "../settings.ts";
import { type ChangeWish, type ChosenChange, chooseChange } from "./choose-change.ts";
import { findEarlierReview } from "./earlier-review.ts";
import { readChangedTexts, readMarkedFiles } from "./read-changed-files.ts";
import { hasTrackedDebates, resolveReviewConfig } from "./review-config.ts";
import { type ReviewGit, MOST_CHANGE_BYTES, tryGit } from "./review-git.ts";

/** A change with where it comes from; nothing but the diff where it is a patch. */
interface FoundChange {
  readonly diff: string;
  readonly chosen: ChosenChange | null;
  readonly top: string | null;
  readonly name: string;
}

export async function resolveReviewInput(
  appContext: AppContext,
  from: string | undefined,
  flags: CommandFlags,
): Promise<DebateInput> {
  const found = await findChange(appContext, from, flags);
  const diff = stripNulls(found.diff);
  const { files } = parseDiff(diff);
  if (files.length === 0) throw createEmptyError(found);
  const { chosen, top } = found;
  const run = { cwd: top ?? appContext.cwd, env: appContext.env };
  const change = chosen && { run, chosen };
  const { configuration, notice } = await resolveReviewConfig(appContext, flags, change);
  const texts = chosen
    ? await readChangedTexts(run, files, chosen.state)
    : new Map<number, string>();
  const marked = chosen
    ? await readMarkedFiles(
        run,
        chosen.base,
        files.map(({ path }) => path),
      )
    : {};
  const mayFollow = chosen !== null && flags["fresh"] !== true;
  const isOwnFolder =
    mayFollow && !(await hasTrackedDebates(run, join(appContext.root, ".dissent")));
  const earlier = isOwnFolder ? await findEarlierReview(appContext, chosen.branch) : null;
  const rules = { ...configuration.values.context, readDecision: createDecisionReader(appContext) };
  const wanted = readListFlag(flags, "context").map((path) => ({
    path,
    from: appContext.cwd,
    within: null,
    where: "",
  }));
  const { sources, skipped } = await readContextSources(wanted, rules, appContext.root);
  const messages = chosen && top !== null ? await readMessages(run, chosen) : "";
  const brief: Brief = {
    id: createSlug(`review ${found.name}`, LONGEST_NAME_TO_TYPE) || "review",
    question: `Should this change be merged: ${found.name}?`,
    options: [],
    sources: [
      createSource(BODY_SOURCE, "about the change", messages),
      createSource(CHANGE_SOURCE, found.name, diff),
      ...[...texts].map(([at, text]) =>
        createSource(formatFileSource(at + 1), files[at]?.path ?? "", text),
      ),
      ...(earlier ? [createSource(EARLIER_SOURCE, "settled before", earlier.text)] : []),
      ...sources,
    ],
    featureName: null,
    featureDir: null,
  };
  const findings = brief.sources
    .filter(({ id }) => id !== EARLIER_SOURCE)
    .flatMap((source) =>
      findSecretLines(source.text).map(({ line, kind }) => ({ source: source.title, line, kind })),
    );
  const settings = describeSettings(configuration, flags, {
    brief,
    marked,
    found,
    notice,
    follows: earlier?.debate ?? null,
  });
  return {
    reading: { brief, given: null, file: null, skipped, findings },
    configuration: keepSettings(configuration, settings),
    protocol: "review",
    // what the change leads to is read, whatever the flag says of a working tree
    general: { repo: settings["repo"] },
  };
}

/** A file or standard input is a patch; anything else is asked of git. */
async function findChange(
  { cwd, env, stdin }: AppContext,
  from: string | undefined,
  flags: CommandFlags,
): Promise<FoundChange> {
  const path = from === undefined || from === "-" ? null : resolve(cwd, from);
  if (from === "-") return { diff: await stdin(), chosen: null, top: null, name: "standard input" };
  if (from !== undefined && path !== null && existsSync(path)) {
    const diff = await readTextFile(path, { maxBytes: MOST_CHANGE_BYTES, shown: from });
    return { diff, chosen: null, top: null, name: stripToPlainLine(basename(path)) };
  }
  const wish: ChangeWish = {
    range: from ?? null,
    base: readTextFlag(flags, "base") ?? null,
    staged: flags["staged"] === true,
    pullRequest: readTextFlag(flags, "pr") ?? null,
  };
  refuseSeveralWishes(wish);
  const top = (await tryGit({ cwd, env }, ["rev-parse", "--show-toplevel"]))?.trim();
  if (!top) {
    throw new SetupError("usage", "There is no git checkout here to review.", {
      hint: "Run it in a checkout, or give a patch: dissent review change.patch, or git diff | dissent review -",
    });
  }
  const chosen = await chooseChange({ cwd: top, env }, wish);
  return { diff: chosen.diff, chosen, top, name: stripToPlainLine(chosen.branch) };
}

function refuseSeveralWishes({ range, base, staged, pullRequest }: ChangeWish): void {
  const named = [
    ...(range === null ? [] : ["a range"]),
    ...(staged ? ["--staged"] : []),
    ...(pullRequest === null ? [] : ["--pr"]),
  ];
  if (named.length < 2 && !(base !== null && (range !== null || staged))) return;
  throw new SetupError(
    "usage",
    `Choose one: ${[...named, ...(base === null ? [] : ["--base"])].join(", ")}.`,
    {
      hint: "For example: dissent review --base main",
    },
  );
}

function createEmptyError({ chosen, name }: FoundChange): SetupError {
  if (chosen)
    return new SetupError("usage", `Nothing to review: no file differs ${chosen.words}.`, {
      hint: "Say what to compare with: dissent review --base <branch or commit>",
    });
  return new SetupError("bad-brief", `${name} holds no change: no line begins a file of a diff.`, {
    hint: "Give a unified diff, as git diff writes it.",
  });
}

/** The null character is in no text, and no source keeps it. */
function stripNulls(diff: string): string {
  return diff.replaceAll("\u0000", "");
}

const MOST_MESSAGE = 4_000;

/** What the authors of the commits say of the change; their words, not facts. */
async function readMessages(run: ReviewGit, { base, state }: ChosenChange): Promise<string> {
  const head = state.kind === "commit" ? state.commit : "HEAD";
  const log = await tryGit(run, ["log", "--format=%B", "--max-count=20", `${base}..${head}`]);
  const text = stripControlCharacters(log ?? "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return text.length > MOST_MESSAGE ? `${text.slice(0, MOST_MESSAGE)}\n(cut here)` : text;
}

function describeSettings(
  { values }: Configuration,
  flags: CommandFlags,
  change: {
    readonly brief: Brief;
    readonly marked: ReviewSettings["marked"];
    readonly found: FoundChange;
    readonly notice: string | null;
    readonly follows: string | null;
  },
): Record<string, unknown> {
  const { brief, marked, found, notice, follows } = change;
  const given = {
    unread_parts: "name",
    ...readDepth(flags),
    ...(readTextFlag(flags, "author") !== undefined && { author: true }),
    ...values.settings,
    repo: chooseRepository(found, flags, values.settings["repo"]),
    marked,
  };
  const read = ReviewSettings.safeParse(given);
  // what is wrong with them is said where they are checked
  const { part_bytes: mostBytes, include } = read.success ? read.data : ReviewSettings.parse({});
  const { files } = readChange(brief, { include, marked });
  const parts = splitChange(files, mostBytes).length;
  const [added, removed] = [
    files.reduce((sum, file) => sum + file.added, 0),
    files.reduce((sum, file) => sum + file.removed, 0),
  ];
  const size = `${files.length} ${files.length === 1 ? "file" : "files"}, +${added} -${removed}`;
  const { chosen } = found;
  return {
    ...given,
    parts: Math.min(40, Math.max(1, parts)),
    what: `${found.name}${chosen ? ` ${chosen.words}` : ""}: ${size}${notice ? `; ${notice}` : ""}`,
    base: chosen?.base ?? null,
    head: chosen?.state.kind === "commit" ? chosen.state.commit : null,
    follows,
  };
}

/** Files beyond the change are read in the state that the change leads to; beside a patch only where somebody asks. */
function chooseRepository(
  { chosen }: FoundChange,
  flags: CommandFlags,
  configured: unknown,
): boolean | string {
  if (flags["repo"] === false) return false;
  const isAsked = flags["repo"] !== undefined;
  if (!isAsked && (configured === false || flags["quick"] === true)) return false;
  if (chosen === null) return isAsked;
  return chosen.state.kind === "commit" ? chosen.state.commit : true;
}

/** `--quick`: two reviewers, one cross-examination. `--deep`: all five, who ask for files twice. */
function readDepth(flags: CommandFlags): Record<string, unknown> {
  if (flags["quick"] === true && flags["deep"] === true)
    throw new SetupError("usage", "Choose --quick or --deep.", {
      hint: "Leave both out for three reviewers.",
    });
  if (flags["quick"] === true) return { reviewers: 2, defence: false };
  return flags["deep"] === true ? { reviewers: 5, repo_again: true } : {};
}

function keepSettings(
  configuration: Configuration,
  settings: Record<string, unknown>,
): Configuration {
  return { ...configuration, values: { ...configuration.values, settings } };
}
