/** A plan to be attacked: any text, with or without front matter, from a file, standard input or the command line. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";

import { BODY, type Brief } from "../domain/brief.ts";
import { slugOf } from "../domain/slug.ts";
import { SetupError } from "../errors.ts";
import { headingOf, splitFrontMatter } from "../intake/front-matter.ts";
import { plainLine, plainText } from "../intake/plain-text.ts";
import { readContext, sourceOf } from "../intake/read-context.ts";
import { readText } from "../intake/read-text.ts";
import { secretsIn } from "../intake/secrets.ts";
import type { Desk } from "./desk.ts";
import { decisionSource } from "./earlier-decisions.ts";
import { listFlag } from "./flags.ts";
import { configurationFor, settle, type Settled } from "./settle.ts";

const LARGEST_PLAN = 1024 * 1024;

/** A brief with front matter says itself what it asks; everything else is a plan as it stands. */
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
  const { head } = splitFrontMatter(text.replaceAll("\r\n", "\n"), from);
  if (isFile && head !== null) return settle(desk, from, flags);
  return plainPlan(desk, { text, title: isFile ? basename(from) : "plan" }, flags);
}

async function plainPlan(
  desk: Desk,
  { text, title }: { text: string; title: string },
  flags: Readonly<Record<string, unknown>>,
): Promise<Settled> {
  const plan = plainText(text).replaceAll("\r\n", "\n").trim();
  if (plan === "") {
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
  const heading = headingOf(plan);
  const brief: Brief = {
    id: slugOf(heading ?? (basename(title, extname(title)) || plan)) || "plan",
    question: heading ?? "Does this plan hold?",
    options: [],
    sources: [sourceOf(BODY, title, plan), ...sources],
    featureName: null,
    featureDir: null,
  };
  const findings = brief.sources.flatMap((source) =>
    secretsIn(source.text).map(({ line, kind }) => ({ source: source.title, line, kind })),
  );
  return { reading: { brief, given: null, file: null, skipped, findings }, configuration };
}
