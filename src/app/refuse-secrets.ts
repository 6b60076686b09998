/** K17: text that looks like a key is sent only if a person confirms it; one of the person's own keys is never sent. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { BriefReading } from "../config/briefs/read-brief.ts";
import { BODY_SOURCE, type Brief, formatOptionText } from "../domain/brief.ts";
import { SetupError } from "../errors.ts";
import { sanitizeLine } from "../text/markdown.ts";

export function refuseLikelySecrets({ findings }: BriefReading): void {
  const [first] = findings;
  if (!first) return;
  const more = findings.length > 1 ? ` and ${findings.length - 1} more` : "";
  throw new SetupError(
    "needs-confirmation",
    `${sanitizeLine(first.source)}:${first.line} looks like it holds a secret (${first.kind})${more}.`,
    {
      hint: "Take it out, or send it all the same with --yes.",
    },
  );
}

/** A journal keeps what a brief says, so a key of the environment or the store must not be in it. */
export function refuseOwnKeys(
  { brief, file }: BriefReading,
  { cwd, redact }: { cwd: string; redact: (text: string) => string },
): void {
  const path = file === null ? null : resolve(cwd, file);
  const found = listSentTexts(brief, path).find(([, text]) => redact(text) !== text);
  if (!found) return;
  const [title, text] = found;
  const line = text.split("\n").findIndex((one) => redact(one) !== one) + 1;
  throw new SetupError(
    "own-key",
    `${sanitizeLine(title)}:${Math.max(line, 1)} holds one of your keys.`,
    {
      hint: "Take it out: it would be sent to every seat and kept in the journal.",
    },
  );
}

/** Every text that would be sent, by what people know it as; the brief's file as a whole, for its lines. */
function listSentTexts(
  brief: Brief,
  file: string | null,
): (readonly [title: string, text: string])[] {
  const sources = brief.sources.map(({ id, title, text }) => {
    const whole = id === BODY_SOURCE && file !== null ? readFileIfPossible(file) : undefined;
    return [title, whole ?? text] as const;
  });
  return [
    ...sources,
    ["the question", brief.question],
    ...brief.options.map((option) => [`option ${option.id}`, formatOptionText(option)] as const),
  ];
}

function readFileIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it was just read; its text is available without the lines above it
    return undefined;
  }
}
