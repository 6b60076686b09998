/** Shell completion: the scripts, and the hidden command that tells them what can come next. */
import { mayHaveDebates, openProjectStore } from "../../../app/project/project-store.ts";
import { SetupError } from "../../../errors.ts";
import type { CliContext } from "../../cli-context.ts";
import { SHELL_SCRIPTS } from "../../completion/shell-scripts.ts";
import {
  type CompletionSuggestion,
  type SuggestionLookup,
  suggestCompletions,
} from "../../completion/suggestions.ts";
import type { ValueSource } from "../../completion/value-sources.ts";
import { type CommandHandler, buildCliProgram } from "../../program/program.ts";
import { truncateToColumns, sanitizeForTerminal } from "../../terminal/terminal-style.ts";

export const runCompletionCommand: CommandHandler = async (cli, [shell = ""]) => {
  const script = Object.hasOwn(SHELL_SCRIPTS, shell) ? SHELL_SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new SetupError("usage", `There is no completion for "${sanitizeForTerminal(shell)}".`, {
      hint: `Choose one of: ${Object.keys(SHELL_SCRIPTS).join(", ")}.`,
    });
  }
  cli.documents.write(script);
  return 0;
};

/** Never fails: the person is in the middle of typing. */
export const runCompletionWordsCommand: CommandHandler = async (cli, words) => {
  const program = buildCliProgram({ version: "", act: async () => {} });
  const lookUp: SuggestionLookup = (source, before) =>
    lookUpSuggestions(cli, source, before).catch(() => []);
  const { values, paths } = await suggestCompletions(program, words, lookUp);
  const lines = values.map(({ value, about }) => `${value}\t${formatAboutLine(about)}`);
  const all = [...lines, ...(paths === null ? [] : [`:${paths}`])];
  cli.documents.write(all.map((line) => `${line}\n`).join(""));
  return 0;
};

function formatAboutLine(about: string): string {
  return truncateToColumns(sanitizeForTerminal(about), LONGEST_ABOUT, "...");
}

const LONGEST_ABOUT = 70;

async function lookUpSuggestions(
  cli: CliContext,
  source: ValueSource,
  before: readonly string[],
): Promise<readonly CompletionSuggestion[]> {
  switch (source) {
    case "settings": {
      const { suggestSettings } = await import("../../completion/setting-suggestions.ts");
      return suggestSettings(before);
    }
    case "protocols": {
      const { PROTOCOLS } = await import("../../../dissent.ts");
      return PROTOCOLS.map(({ id, summary }) => ({ value: id, about: summary }));
    }
    case "gates":
      return (await import("../../../app/outcome-gates.ts")).OUTCOME_GATES.map(
        createBareSuggestion,
      );
    case "hosts": {
      const { HOSTS } = await import("../../mcp/agent-hosts.ts");
      return Object.entries(HOSTS).map(([value, { title }]) => ({ value, about: title }));
    }
    case "key-names": {
      const { VENDORS } = await import("../../../domain/vendor.ts");
      return VENDORS.filter(({ keyNames }) => keyNames.length > 0).map(({ name }) =>
        createBareSuggestion(name),
      );
    }
    case "debates":
    case "debates-or-files":
      return suggestRecentDebates(cli);
    default:
      return [];
  }
}

function createBareSuggestion(value: string): CompletionSuggestion {
  return { value, about: "" };
}

/** The newest, each with its question. */
async function suggestRecentDebates(cli: CliContext): Promise<readonly CompletionSuggestion[]> {
  if (!mayHaveDebates(cli)) return [];
  const store = openProjectStore(cli);
  try {
    const found = await store.list({ limit: MOST_DEBATES });
    const ids = found.map(({ id, question }) => ({ value: id, about: question }));
    return [{ value: "last", about: "the newest" }, ...ids];
  } finally {
    await store.close();
  }
}

const MOST_DEBATES = 50;
