/** A plan to be attacked: any text, with or without front matter, from a file, standard input or the command line. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";

import { frontMatterOf, isBriefFrontMatter, readPlan } from "../config/briefs/read-plan.ts";
import { readContext, sourceOf } from "../config/context/read-context.ts";
import { readText } from "../config/context/read-text.ts";
import { secretsIn } from "../config/context/secrets.ts";
import { BODY, type Brief } from "../domain/brief.ts";
import { SetupError } from "../errors.ts";
import { plainLine, plainText } from "../text/plain-text.ts";
import { LONGEST_NAME_TO_TYPE, slugOf } from "../text/slug.ts";
import type { Desk } from "./desk.ts";
import { decisionSource } from "./earlier-decisions.ts";
import { listFlag } from "./flags.ts";
import { configurationFor, settle, type Settled } from "./settle.ts";

const LARGEST_PLAN = 1024 * 1024;

/** A brief says itself what it asks; everything else, with any front matter, is a plan as it stands. */
export async function settlePlan(
  desk: Desk,
  from: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<Settled> {
  const path = resolve(desk.cwd, from);
  const isFile = from !== "-" && existsSync(path);
  if (!isFile && from !== "-" && !/\s/.test(from)) {
    throw new SetupError("file-unreadable", `There is no file ${plainLine(from)}.`, {
      hint: "Name a file, write the plan in quotes, or use - for standard input.",
    });
  }
  const text = isFile
    ? await readText(path, { maxBytes: LARGEST_PLAN, shown: from })
    : from === "-"
      ? await desk.stdin()
      : from;
  const front = frontMatterOf(text.replace(/\r\n?/g, "\n"));
  if (isFile && front !== null && isBriefFrontMatter(front)) return settle(desk, from, flags);
  return plainPlan(desk, { text, title: isFile ? basename(from) : "plan" }, flags);
}

async function plainPlan(
  desk: Desk,
  { text, title }: { text: string; title: string },
  flags: Readonly<Record<string, unknown>>,
): Promise<Settled> {
  const { body, bodyLine, position, section, ...plan } = readPlan(plainText(text).trimEnd());
  if (body === "" || position === "") {
    throw new SetupError("bad-brief", `${title} holds no plan.`, {
      hint: "Write down what you intend to do, and why.",
    });
  }
  const configuration = await configurationFor(desk, flags, null);
  const wanted = listFlag(flags, "context").map((path) => ({
    path,
    from: desk.cwd,
    within: null,
    where: "",
  }));
  const rules = { ...configuration.values.context, decisionOf: decisionSource(desk) };
  const { sources, skipped } = await readContext(wanted, rules, desk.root);
  const name = plainLine(plan.title ?? "");
  // challengers may quote all of it, and attack what it decides
  const whole = section === null ? [] : [sourceOf(WHOLE_PLAN, title, body)];
  const shownAs = section === null ? title : plainLine(`${title}: ${section}`);
  const brief: Brief = {
    id: slugOf(name || stemOf(title) || body, LONGEST_NAME_TO_TYPE) || "plan",
    question: name || "Does this plan hold?",
    options: [],
    sources: [sourceOf(BODY, shownAs, position), ...whole, ...sources],
    featureName: null,
    featureDir: null,
  };
  const read = [
    { title, text: body, line: bodyLine },
    ...sources.map(({ title, text }) => ({ title, text, line: 1 })),
  ];
  const findings = read.flatMap(({ title: source, text, line: first }) =>
    secretsIn(text).map(({ line, kind }) => ({ source, line: first + line - 1, kind })),
  );
  return { reading: { brief, given: null, file: null, skipped, findings }, configuration };
}

/** The source id of the document that the position was taken from. */
const WHOLE_PLAN = "plan";

function stemOf(title: string): string {
  return title === "plan" ? "" : basename(title, extname(title));
}
