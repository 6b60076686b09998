/** Turns a file, text or flags into a checked brief. */
import { basename, dirname, extname, resolve } from "node:path";

import { BODY_SOURCE, type Brief, type Option, type Source } from "../../domain/brief.ts";
import { SetupError } from "../../errors.ts";
import {
  formatShownValue,
  stripControlCharacters,
  stripToPlainLine,
} from "../../text/plain-text.ts";
import { LONGEST_NAME_TO_TYPE, createSlug, isSlug } from "../../text/slug.ts";
import { isBlankText } from "../../text/substance.ts";
import { type SecretFinding, findSecretLines } from "../context/find-secrets.ts";
import {
  type ContextRules,
  type WantedContext,
  createSource,
  readContextSources,
} from "../context/read-context.ts";
import { checkProjectDirectory } from "../context/safe-path.ts";
import { formatSourcePosition } from "../source-position.ts";
import { listBodyOptions } from "./body-options.ts";
import { type BriefDraft, readBriefDraft } from "./brief-draft.ts";
import type { BriefSettings } from "./brief-fields.ts";
import { findFirstHeading } from "./front-matter.ts";
import { finalizeOptions, parseBriefOptions, parseOptionFlag } from "./read-options.ts";

export interface BriefRequest {
  /** A path, `-` for standard input, or the question itself. */
  readonly from: string;
  /** `A: text`, `A=text`, or a text that gets the next free letter. */
  readonly options: readonly string[];
  /** Files and patterns from the command line. */
  readonly context: readonly string[];
  readonly cwd: string;
  /** The project's directory, when it is above `cwd`; nothing that a brief names leaves it. */
  readonly root?: string;
  readonly stdin: () => Promise<string>;
  readonly contextRules: ContextRules;
}

export interface BriefReading {
  readonly brief: Brief;
  /** What the brief says for the configuration; null when it has no fields. */
  readonly given: BriefSettings | null;
  /** The brief's path as the person wrote it. */
  readonly file: string | null;
  /** Path and reason of each file a pattern met and passed over. */
  readonly skipped: readonly string[];
  readonly findings: readonly SecretFinding[];
}

export async function readBrief(request: BriefRequest): Promise<BriefReading> {
  const draft = await readBriefDraft(request);
  const { cwd, root = cwd, contextRules } = request;
  const question = readBriefQuestion(draft);
  const stated = [
    ...(draft.fields ? parseBriefOptions(draft.fields.options, draft.fields.createFieldError) : []),
    ...request.options.map(parseOptionFlag),
  ];
  const options = finalizeOptions(
    stated.length > 0 ? stated : listBodyOptions(draft.body).map(parseOptionFlag),
  );
  const wanted = listWantedContext(draft, { ...request, root });
  const { sources, skipped } = await readContextSources(wanted, contextRules, root);
  const brief: Brief = {
    id: readBriefId(draft, question),
    question,
    options,
    sources: [...createBodySource(draft), ...sources],
    featureName: readFeatureName(draft),
    featureDir: await readFeatureDirectory(draft, root),
  };
  return {
    brief,
    given: draft.fields?.given ?? null,
    file: draft.file,
    skipped,
    findings: findBriefSecrets(brief, draft),
  };
}

const MAX_QUESTION_LENGTH = 2000;

function readBriefQuestion(draft: BriefDraft): string {
  const written = draft.fields?.question ?? draft.question ?? findFirstHeading(draft.body) ?? "";
  const question = stripControlCharacters(written).trim();
  const fault = (says: string, hint: string): SetupError =>
    draft.fields && draft.fields.question !== null
      ? draft.fields.createFieldError({ path: ["question"], part: "value", says, hint })
      : new SetupError("bad-brief", `${draft.name}: the question ${says}.`, { hint });
  if (isBlankText(question)) {
    throw fault("is missing", "Write question: in the front matter, or a heading that asks it.");
  }
  if (question.length > MAX_QUESTION_LENGTH) {
    throw fault(
      `has ${question.length} characters, and at most ${MAX_QUESTION_LENGTH} are allowed`,
      "Ask in a sentence or two, and put the rest below.",
    );
  }
  return question;
}

function readBriefId({ fields, file }: BriefDraft, question: string): string {
  if (fields === null || fields.id === null) {
    const stem = file === null ? "" : basename(file, extname(file));
    return (
      createSlug(question, LONGEST_NAME_TO_TYPE) ||
      createSlug(stem, LONGEST_NAME_TO_TYPE) ||
      "question"
    );
  }
  if (isSlug(fields.id)) return fields.id;
  throw fields.createFieldError({
    path: ["id"],
    part: "value",
    says: `must be lower-case words joined by hyphens, got ${formatShownValue(fields.id)}`,
    hint: `Write ${createSlug(fields.id) || createSlug(question) || "question"} instead.`,
  });
}

function createBodySource({ body, title, fields, question }: BriefDraft): readonly Source[] {
  // a body with only a heading repeats the question
  const heading = fields?.question === null || (fields === null && question === null);
  const rest = heading ? body.replace(/^ {0,3}#[ \t]+.*$/m, "") : body;
  return rest.trim() === "" ? [] : [createSource(BODY_SOURCE, title, body)];
}

const MAX_FEATURE_NAME_LENGTH = 200;

function readFeatureName({ fields }: BriefDraft): string | null {
  const name = stripToPlainLine(fields?.featureName ?? "");
  if (name.length > MAX_FEATURE_NAME_LENGTH) {
    throw fields?.createFieldError({
      path: ["feature_name"],
      part: "value",
      says: `has ${name.length} characters, and at most ${MAX_FEATURE_NAME_LENGTH} are allowed`,
      hint: "Shorten the name.",
    });
  }
  return name === "" ? null : name;
}

async function readFeatureDirectory({ fields }: BriefDraft, root: string): Promise<string | null> {
  if (fields === null || fields.featureDir === null || fields.featureDir.trim() === "") return null;
  const checked = await checkProjectDirectory(root, fields.featureDir);
  if ("directory" in checked) return checked.directory;
  const { message, hint } = fields.createFieldError({
    path: ["feature_dir"],
    part: "value",
    says: `${checked.refused}, got ${formatShownValue(fields.featureDir)}`,
    hint: "Name a directory inside the project, such as specs/field-app.",
  });
  throw new SetupError("unsafe-path", message, hint === undefined ? {} : { hint });
}

/** What the brief names comes first, then the command line's, then what every debate gets. */
function listWantedContext(
  { file, fields }: BriefDraft,
  { context, cwd, root, contextRules }: BriefRequest & { readonly root: string },
): readonly WantedContext[] {
  const home = file === null ? cwd : dirname(resolve(cwd, file));
  const named = (fields?.context ?? []).map((path, index) => ({
    path,
    from: home,
    within: [root, home],
    where: fields ? formatSourcePosition(fields.findPosition(["context", index], "value")) : "",
  }));
  return [
    ...named,
    ...context.map((path) => ({ path, from: cwd, within: null, where: "" })),
    ...contextRules.include.map((path) => ({
      path,
      from: root,
      within: [root],
      where: "context.include:",
    })),
  ];
}

/** Everything a model would be sent. */
function findBriefSecrets(brief: Brief, { bodyLine }: BriefDraft): readonly SecretFinding[] {
  const texts = [
    { source: "question", text: brief.question, line: 1 },
    ...brief.options.map(({ id, label, description }: Option) => {
      return { source: `option ${id}`, text: `${label}\n${description}`, line: 1 };
    }),
    ...brief.sources.map(({ id, title, text }) => {
      return { source: title, text, line: id === BODY_SOURCE ? bodyLine : 1 };
    }),
  ];
  return texts.flatMap(({ source, text, line: first }) =>
    findSecretLines(text).map(({ line, kind }) => ({ source, line: first + line - 1, kind })),
  );
}
