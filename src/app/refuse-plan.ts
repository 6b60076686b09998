/** A plan that was given where a brief is wanted: said before anything is spent, with the command that fits. */
import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";

import { headingOf } from "../config/briefs/front-matter.ts";
import { frontMatterOf, isBriefFrontMatter, readPlan } from "../config/briefs/read-plan.ts";
import { readText } from "../config/context/read-text.ts";
import { SetupError } from "../errors.ts";
import { plainLine } from "../text/plain-text.ts";
import type { Desk } from "./desk.ts";
import { listFlag } from "./flags.ts";
import { configurationFor } from "./settle.ts";

const LARGEST_PLAN = 1024 * 1024;

/** Only where the protocol chooses between options: the others debate a text without any. */
export async function refusePlan(
  desk: Desk,
  from: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (listFlag(flags, "option").length > 0 || !/^\.(?:md|markdown|txt)$/i.test(extname(from)))
    return;
  const path = resolve(desk.cwd, from);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return;
  const { values } = await configurationFor(desk, flags, null);
  if (values.protocol !== "judges") return;
  const text = (await readText(path, { maxBytes: LARGEST_PLAN, shown: from })).replace(
    /\r\n?/g,
    "\n",
  );
  const front = frontMatterOf(text);
  if (front === null ? isQuestion(text) : isBriefFrontMatter(front)) return;
  const { title } = readPlan(text);
  const called = title === null ? "" : ` ("${plainLine(title)}")`;
  throw new SetupError(
    "bad-brief",
    `${plainLine(from)}${called} is a plan: it has no options to choose from.`,
    {
      hint: [
        `Have it attacked:   dissent challenge ${shellWord(from)}`,
        "Or choose between options: write question: and options: in its front matter, as dissent init shows.",
      ].join("\n"),
    },
  );
}

/** A file of one line, or with a heading that asks, is a question that lacks its options. */
function isQuestion(text: string): boolean {
  const body = text.trim();
  return body === "" || !body.includes("\n") || /\?\s*$/.test(headingOf(body) ?? "");
}

function shellWord(word: string): string {
  const plain = plainLine(word);
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", `'\\''`)}'`;
}
