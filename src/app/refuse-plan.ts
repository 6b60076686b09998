/** A plan that was given where a brief is wanted: said before anything is spent, with the command that fits. */
import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";

import { findFirstHeading } from "../config/briefs/front-matter.ts";
import {
  extractFrontMatter,
  isBriefFrontMatter,
  parsePlanText,
} from "../config/briefs/parse-plan.ts";
import { readTextFile } from "../config/context/read-text-file.ts";
import { SetupError } from "../errors.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import type { AppContext } from "./app-context.ts";
import { readListFlag } from "./read-flags.ts";
import { resolveConfigWithFlags } from "./resolve-input.ts";

const MAX_REFUSED_PLAN_BYTES = 1024 * 1024;

/** Only where the protocol chooses between options: the others debate a text without any. */
export async function refusePlanAsBrief(
  desk: AppContext,
  from: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (readListFlag(flags, "option").length > 0 || !/^\.(?:md|markdown|txt)$/i.test(extname(from)))
    return;
  const path = resolve(desk.cwd, from);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return;
  const { values } = await resolveConfigWithFlags(desk, flags, null);
  if (values.protocol !== "judges") return;
  const text = (
    await readTextFile(path, { maxBytes: MAX_REFUSED_PLAN_BYTES, shown: from })
  ).replace(/\r\n?/g, "\n");
  const front = extractFrontMatter(text);
  if (front === null ? isQuestionText(text) : isBriefFrontMatter(front)) return;
  const { title } = parsePlanText(text);
  const called = title === null ? "" : ` ("${stripToPlainLine(title)}")`;
  throw new SetupError(
    "bad-brief",
    `${stripToPlainLine(from)}${called} is a plan: it has no options to choose from.`,
    {
      hint: [
        `Have it attacked:   dissent challenge ${quoteShellWord(from)}`,
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
