/**
 * Runs a person's check command: no shell, its own process group, a deadline, and only the end of its output is kept.
 */
import { tmpdir } from "node:os";

import { type Clock, systemClock } from "../../clock.ts";
import { SetupError } from "../../errors.ts";
import { ModelError } from "../../model.ts";
import { createChildEnvironment } from "../../models/agents/processes/child-environment.ts";
import { startChildProcess } from "../../models/agents/processes/child-process.ts";
import type { EnvironmentVariables } from "../../models/model-access.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export interface PremiseCheckResult {
  readonly state: "holds" | "lost";
  readonly detail: string;
}

const DEADLINE_MS = 60_000;
const LONGEST_DETAIL = 200;

export async function runPremiseCheck(
  [file = "", ...args]: readonly string[],
  setting: {
    readonly cwd: string;
    readonly env: EnvironmentVariables;
    /** Takes keys out of what is kept. */
    readonly redact: (text: string) => string;
    readonly clock?: Clock;
  },
): Promise<PremiseCheckResult> {
  const { cwd, redact, clock = systemClock } = setting;
  const env = createKeylessEnvironment(setting.env);
  const controller = new AbortController();
  const cancel = clock.after(DEADLINE_MS, () => {
    controller.abort(new ModelError("timed-out", `no end within ${DEADLINE_MS / 1000} s`));
  });
  const running = startChildProcess(
    { file, args, env, cwd, input: "" },
    { signal: controller.signal, clock },
  );
  try {
    const { code, stdout, stderr } = await running.printed;
    const said = extractLastLine(redact(code === 0 ? stdout : stderr || stdout));
    const detail =
      code === 0 ? said : `ended with ${code ?? "a signal"}${said === "" ? "" : `: ${said}`}`;
    return { state: code === 0 ? "holds" : "lost", detail };
  } catch (error) {
    return {
      state: "lost",
      detail: error instanceof Error ? sanitizeForTerminal(error.message) : String(error),
    };
  } finally {
    cancel();
    await running.gone;
  }
}

/** What programs need to run at all. A check has no use for a provider's key, and could print or send it. */
function createKeylessEnvironment(env: EnvironmentVariables): Record<string, string> {
  const temporary = tmpdir();
  return createChildEnvironment({
    env,
    platform: process.platform,
    // as the person: home folder, user name, configuration folders
    login: "subscription",
    folder: temporary,
    passes: [],
    given: { TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    local: false,
  });
}

function extractLastLine(text: string): string {
  return sanitizeForTerminal(text.trim().split("\n").at(-1) ?? "").slice(0, LONGEST_DETAIL);
}

// A command line as a person writes it, taken apart without a shell: words, quotes, nothing else.

export function splitCommandLine(line: string): string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const character of line) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") {
    throw new SetupError("usage", `The command has a ${quote} that is never closed.`, {
      hint: "No shell runs it: write a program and its arguments, with quotes around spaces.",
    });
  }
  if (word !== undefined) found.push(word);
  if (found.length === 0) {
    throw new SetupError("usage", "The command is empty.", {
      hint: 'Write a program and its arguments: --command "npm run latency"',
    });
  }
  return found;
}
