/** Completion for shells: the scripts, and the hidden command by which they ask what could come next. */
import { hasDebates, projectStore } from "../../app/project/project-store.ts";
import { SetupError } from "../../errors.ts";
import { SHELL_SCRIPTS } from "../completion/scripts.ts";
import { type Suggestion, suggestionsFor } from "../completion/suggestions.ts";
import type { ValueSource } from "../completion/value-sources.ts";
import { type Action, buildProgram } from "../program/program.ts";
import type { Session } from "../session.ts";
import { fitted, plain } from "../terminal/terminal.ts";

export const completion: Action = async (session, [shell = ""]) => {
  const script = Object.hasOwn(SHELL_SCRIPTS, shell) ? SHELL_SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new SetupError("usage", `There is no completion for "${plain(shell)}".`, {
      hint: `Choose one of: ${Object.keys(SHELL_SCRIPTS).join(", ")}.`,
    });
  }
  session.documents.write(script);
  return 0;
};

/** Never fails: somebody is in the middle of typing. */
export const completionWords: Action = async (session, words) => {
  const program = buildProgram({ version: "", act: async () => {} });
  const lookUp = (source: ValueSource): Promise<readonly Suggestion[]> =>
    lookedUp(session, source).catch(() => []);
  const { values, paths } = await suggestionsFor(program, words, lookUp);
  const lines = values.map(({ value, about }) => `${value}\t${aboutLine(about)}`);
  const all = [...lines, ...(paths === null ? [] : [`:${paths}`])];
  session.documents.write(all.map((line) => `${line}\n`).join(""));
  return 0;
};

function aboutLine(about: string): string {
  return fitted(plain(about), LONGEST_ABOUT, "...");
}

const LONGEST_ABOUT = 70;

async function lookedUp(session: Session, source: ValueSource): Promise<readonly Suggestion[]> {
  switch (source) {
    case "protocols": {
      const { PROTOCOLS } = await import("../../dissent.ts");
      return PROTOCOLS.map(({ id, summary }) => ({ value: id, about: summary }));
    }
    case "gates":
      return (await import("../../app/gate.ts")).GATES.map(bare);
    case "hosts": {
      const { HOSTS } = await import("../mcp/install-hosts.ts");
      return Object.entries(HOSTS).map(([value, { title }]) => ({ value, about: title }));
    }
    case "key-names": {
      const { VENDORS } = await import("../../domain/vendor.ts");
      return VENDORS.filter(({ keyNames }) => keyNames.length > 0).map(({ name }) => bare(name));
    }
    case "debates":
    case "debates-or-files":
      return debates(session);
    default:
      return [];
  }
}

function bare(value: string): Suggestion {
  return { value, about: "" };
}

/** The newest, each with its question. */
async function debates(session: Session): Promise<readonly Suggestion[]> {
  if (!hasDebates(session)) return [];
  const store = projectStore(session);
  try {
    const found = await store.list({ limit: MOST_DEBATES });
    const ids = found.map(({ id, question }) => ({ value: id, about: question }));
    return [{ value: "last", about: "the newest" }, ...ids];
  } finally {
    await store.close();
  }
}

const MOST_DEBATES = 50;
