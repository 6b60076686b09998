/** What a person gives (a file, words, flags) as a checked brief. */
import { basename, dirname, extname, resolve } from "node:path";

import { BODY, type Brief, type Option, type Source } from "../../domain/brief.ts";
import { SetupError } from "../../errors.ts";
import { isBlank } from "../../text/blank.ts";
import { plainLine, plainText, shown } from "../../text/plain-text.ts";
import { isSlug, LONGEST_NAME_TO_TYPE, slugOf } from "../../text/slug.ts";
import { type ContextRules, readContext, sourceOf, type Wanted } from "../context/read-context.ts";
import { directoryInside } from "../context/safe-path.ts";
import { type SecretFinding, secretsIn } from "../context/secrets.ts";
import { spellPlace } from "../place.ts";
import type { BriefSettings } from "./brief-fields.ts";
import { type Draft, readDraft } from "./draft.ts";
import { headingOf } from "./front-matter.ts";
import { optionFlag, optionsIn, settledOptions } from "./read-options.ts";

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
  const draft = await readDraft(request);
  const { cwd, root = cwd, contextRules } = request;
  const question = questionOf(draft);
  const options = settledOptions([
    ...(draft.fields ? optionsIn(draft.fields.options, draft.fields.faultOf) : []),
    ...request.options.map(optionFlag),
  ]);
  const wanted = wantedBy(draft, { ...request, root });
  const { sources, skipped } = await readContext(wanted, contextRules, root);
  const brief: Brief = {
    id: idOf(draft, question),
    question,
    options,
    sources: [...bodySource(draft), ...sources],
    featureName: featureNameOf(draft),
    featureDir: await featureDirOf(draft, root),
  };
  return {
    brief,
    given: draft.fields?.given ?? null,
    file: draft.file,
    skipped,
    findings: findingsIn(brief, draft),
  };
}

const LONGEST_QUESTION = 2000;

function questionOf(draft: Draft): string {
  const written = draft.fields?.question ?? draft.question ?? headingOf(draft.body) ?? "";
  const question = plainText(written).trim();
  const fault = (says: string, hint: string): SetupError =>
    draft.fields && draft.fields.question !== null
      ? draft.fields.faultOf({ path: ["question"], part: "value", says, hint })
      : new SetupError("bad-brief", `${draft.name}: the question ${says}.`, { hint });
  if (isBlank(question)) {
    throw fault("is missing", "Write question: in the front matter, or a heading that asks it.");
  }
  if (question.length > LONGEST_QUESTION) {
    throw fault(
      `has ${question.length} characters, and at most ${LONGEST_QUESTION} are allowed`,
      "Ask in a sentence or two, and put the rest below.",
    );
  }
  return question;
}

function idOf({ fields, file }: Draft, question: string): string {
  if (fields === null || fields.id === null) {
    const stem = file === null ? "" : basename(file, extname(file));
    return (
      slugOf(question, LONGEST_NAME_TO_TYPE) || slugOf(stem, LONGEST_NAME_TO_TYPE) || "question"
    );
  }
  if (isSlug(fields.id)) return fields.id;
  throw fields.faultOf({
    path: ["id"],
    part: "value",
    says: `must be lower-case words joined by hyphens, got ${shown(fields.id)}`,
    hint: `Write ${slugOf(fields.id) || slugOf(question) || "question"} instead.`,
  });
}

function bodySource({ body, title, fields, question }: Draft): readonly Source[] {
  // a body that only holds the heading is the question once more
  const heading = fields?.question === null || (fields === null && question === null);
  const rest = heading ? body.replace(/^ {0,3}#[ \t]+.*$/m, "") : body;
  return rest.trim() === "" ? [] : [sourceOf(BODY, title, body)];
}

const LONGEST_NAME = 200;

function featureNameOf({ fields }: Draft): string | null {
  const name = plainLine(fields?.featureName ?? "");
  if (name.length > LONGEST_NAME) {
    throw fields?.faultOf({
      path: ["feature_name"],
      part: "value",
      says: `has ${name.length} characters, and at most ${LONGEST_NAME} are allowed`,
      hint: "Shorten the name.",
    });
  }
  return name === "" ? null : name;
}

async function featureDirOf({ fields }: Draft, root: string): Promise<string | null> {
  if (fields === null || fields.featureDir === null || fields.featureDir.trim() === "") return null;
  const checked = await directoryInside(root, fields.featureDir);
  if ("directory" in checked) return checked.directory;
  const { message, hint } = fields.faultOf({
    path: ["feature_dir"],
    part: "value",
    says: `${checked.refused}, got ${shown(fields.featureDir)}`,
    hint: "Name a directory inside the project, such as specs/field-app.",
  });
  throw new SetupError("unsafe-path", message, hint === undefined ? {} : { hint });
}

/** What the brief names comes first, then the command line's, then what every debate gets. */
function wantedBy(
  { file, fields }: Draft,
  { context, cwd, root, contextRules }: BriefRequest & { readonly root: string },
): readonly Wanted[] {
  const home = file === null ? cwd : dirname(resolve(cwd, file));
  const named = (fields?.context ?? []).map((path, index) => ({
    path,
    from: home,
    within: [root, home],
    where: fields ? spellPlace(fields.placeOf(["context", index], "value")) : "",
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
function findingsIn(brief: Brief, { bodyLine }: Draft): readonly SecretFinding[] {
  const texts = [
    { source: "question", text: brief.question, line: 1 },
    ...brief.options.map(({ id, label, description }: Option) => {
      return { source: `option ${id}`, text: `${label}\n${description}`, line: 1 };
    }),
    ...brief.sources.map(({ id, title, text }) => {
      return { source: title, text, line: id === BODY ? bodyLine : 1 };
    }),
  ];
  return texts.flatMap(({ source, text, line: first }) =>
    secretsIn(text).map(({ line, kind }) => ({ source, line: first + line - 1, kind })),
  );
}
