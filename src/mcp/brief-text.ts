/** What an agent gives, as a brief: read by the same rules as a file, with every path kept inside the project. */
import type { Desk } from "../app/desk.ts";
import { settle, type Settled } from "../app/settle.ts";
import { SetupError } from "../errors.ts";
import { harmless, quoted } from "./quoted.ts";

export interface Given {
  readonly question: string;
  readonly body: string;
  readonly options?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
}

type Flags = Readonly<Record<string, unknown>>;

/** C1: paths stand in the brief and not among the flags, since whoever wrote them may not be who pays. */
export function settleGiven(desk: Desk, given: Given, flags: Flags): Promise<Settled> {
  const { question, body, options = [], paths = [] } = given;
  // JSON is YAML on one line, so no word in it can end the front matter
  const head = JSON.stringify({ question: harmless(question), context: paths });
  const text = `---\n${head}\n---\n\n${body.toWellFormed()}\n`;
  return settle({ ...desk, stdin: async () => text }, "-", { ...flags, option: options });
}

export interface Seating {
  readonly seats?: readonly string[] | undefined;
  readonly budget_usd?: number | undefined;
}

/** As the command line would be told. A script is a file, and the agent names no files to run. */
export function flagsFor({ seats = [], budget_usd: budget }: Seating): Flags {
  const script = seats.find((seat) => /=\s*scripted\b/.test(seat));
  if (script !== undefined) {
    throw new SetupError("unknown-model", `${quoted(script, 80)} names a script.`, {
      hint: "Scripts are seated by a person, in dissent.yaml.",
    });
  }
  return { seat: seats, ...(budget !== undefined && { budget: String(budget) }) };
}
