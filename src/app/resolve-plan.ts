/**
 * Reads a plan to be challenged: any text, with or without front matter, from a file, standard input or the command
 * line.
 */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";

import { findFirstHeading } from "../config/briefs/front-matter.ts";
import {
  extractFrontMatter,
  isBriefFrontMatter,
  parsePlanText,
} from "../config/briefs/parse-plan.ts";
import type { Configuration } from "../config/config.ts";
import { findSecretLines } from "../config/context/find-secrets.ts";
import { createSource, readContextSources } from "../config/context/read-context.ts";
import { readTextFile } from "../config/context/read-text-file.ts";
import { PROTOCOLS } from "../dissent.ts";
import { BODY_SOURCE, type Brief } from "../domain/brief.ts";
import { SetupError } from "../errors.ts";
import { findProtocolInput } from "../plan.ts";
import { stripControlCharacters, stripToPlainLine } from "../text/plain-text.ts";
import { LONGEST_NAME_TO_TYPE, createSlug } from "../text/slug.ts";
import type { AppContext } from "./app-context.ts";
import { createDecisionReader } from "./earlier-decisions.ts";
import { type CommandFlags, readListFlag } from "./read-flags.ts";
import { type ResolvedInput, resolveConfigWithFlags, resolveInput } from "./resolve-input.ts";
import { addSeatDocuments } from "./seat-documents.ts";

const MAX_PLAN_BYTES = 1024 * 1024;

/** A brief states its own question; everything else, with any front matter, is a plan as written. */
export async function resolvePlanInput(
  appContext: AppContext,
  from: string,
  flags: CommandFlags,
): Promise<ResolvedInput> {
  const path = resolve(appContext.cwd, from);
  const isFile = from !== "-" && existsSync(path);
  if (!isFile && from !== "-" && !/\s/.test(from)) {
    throw new SetupError("file-unreadable", `There is no file ${stripToPlainLine(from)}.`, {
      hint: "Name a file, write the plan in quotes, or use - for standard input.",
    });
  }
  const text = isFile
    ? await readTextFile(path, { maxBytes: MAX_PLAN_BYTES, shown: from })
    : from === "-"
      ? await appContext.stdin()
      : from;
  const front = extractFrontMatter(text.replace(/\r\n?/g, "\n"));
  if (isFile && front !== null && isBriefFrontMatter(front))
    return resolveInput(appContext, from, flags);
  return resolvePlainPlan(appContext, { text, title: isFile ? basename(from) : "plan" }, flags);
}

async function resolvePlainPlan(
  appContext: AppContext,
  { text, title }: { text: string; title: string },
  flags: CommandFlags,
): Promise<ResolvedInput> {
  const { body, bodyLine, position, section, ...plan } = parsePlanText(
    stripControlCharacters(text).trimEnd(),
  );
  if (body === "" || position === "") {
    throw new SetupError("bad-brief", `${title} holds no plan.`, {
      hint: "Write down what you intend to do, and why.",
    });
  }
  const configuration = await resolveConfigWithFlags(appContext, flags, null);
  const wanted = readListFlag(flags, "context").map((path) => ({
    path,
    from: appContext.cwd,
    within: null,
    where: "",
  }));
  const rules = { ...configuration.values.context, readDecision: createDecisionReader(appContext) };
  const { sources, skipped } = await readContextSources(wanted, rules, appContext.root);
  const name = stripToPlainLine(plan.title ?? "");
  // challengers may quote all of it, and attack what it decides
  const whole = section === null ? [] : [createSource(WHOLE_PLAN_SOURCE, title, body)];
  const shownAs = section === null ? title : stripToPlainLine(`${title}: ${section}`);
  const brief: Brief = {
    id: createSlug(name || titleWithoutExtension(title) || body, LONGEST_NAME_TO_TYPE) || "plan",
    question: name || "Does this plan hold?",
    options: [],
    sources: [createSource(BODY_SOURCE, shownAs, position), ...whole, ...sources],
    featureName: null,
    featureDir: null,
  };
  const read = [
    { title, text: body, line: bodyLine },
    ...sources.map(({ title, text }) => ({ title, text, line: 1 })),
  ];
  const findings = read.flatMap(({ title: source, text, line: first }) =>
    findSecretLines(text).map(({ line, kind }) => ({ source, line: first + line - 1, kind })),
  );
  const reading = { brief, given: null, file: null, skipped, findings };
  return {
    reading: await addSeatDocuments(reading, configuration.values, appContext.root),
    configuration,
  };
}

/** The source id of the document that the position was taken from. */
const WHOLE_PLAN_SOURCE = "plan";

function titleWithoutExtension(title: string): string {
  return title === "plan" ? "" : basename(title, extname(title));
}

// A plan that was given where a brief is wanted: said before anything is spent, with the command that fits.

/** Only where the protocol chooses between options: the others debate a text without any. */
export async function refusePlanAsBrief(
  appContext: AppContext,
  { values }: Configuration,
  { from, flags }: { readonly from: string; readonly flags: CommandFlags },
): Promise<void> {
  if (readListFlag(flags, "option").length > 0 || !/^\.(?:md|markdown|txt)$/i.test(extname(from)))
    return;
  const path = resolve(appContext.cwd, from);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || findProtocolInput(PROTOCOLS, values.protocol) !== "options") return;
  const text = (await readTextFile(path, { maxBytes: MAX_PLAN_BYTES, shown: from })).replace(
    /\r\n?/g,
    "\n",
  );
  const front = extractFrontMatter(text);
  if (front === null ? isQuestionText(text) : isBriefFrontMatter(front)) return;
  const { title } = parsePlanText(text);
  const called = title === null ? "" : ` ("${stripToPlainLine(title)}")`;
  throw new SetupError(
    "bad-brief",
    `${stripToPlainLine(from)}${called} is a plan: it has no options to choose from.`,
    {
      hint: [
        // a protocol that takes plans has a command of its name
        ...PROTOCOLS.filter(({ input }) => input === "plan").map(
          ({ id }) => `Have it attacked:   dissent ${id} ${quoteShellWord(from)}`,
        ),
        "Or choose between options: write question: and options: in its front matter, as dissent init shows.",
      ].join("\n"),
    },
  );
}

/** A file of one line, or with a heading that asks, is a question that lacks its options. */
function isQuestionText(text: string): boolean {
  const body = text.trim();
  return body === "" || !body.includes("\n") || /\?\s*$/.test(findFirstHeading(body) ?? "");
}

function quoteShellWord(word: string): string {
  const plain = stripToPlainLine(word);
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", `'\\''`)}'`;
}
