/** Nothing is paid for that a person has not agreed to: by a word, by a cap, or by what needs no asking. */
import { redactorFor } from "../../app/desk.ts";
import { type Expense, reasonToAsk } from "../../app/expense.ts";
import { textFlag } from "../../app/flags.ts";
import { SetupError } from "../../errors.ts";
import type { Session } from "../session.ts";
import { agreesInTerminal, canAskPerson } from "./ask-person.ts";
import { plain } from "./terminal.ts";

type Flags = Readonly<Record<string, unknown>>;

/** True when the debate may begin; false when the person at the terminal said no. */
export async function confirmCost(
  session: Session,
  expense: Expense,
  flags: Flags,
): Promise<boolean> {
  const why = reasonToAsk(expense);
  if (why === null || flags["yes"] === true || textFlag(flags, "budget") !== undefined) return true;
  if (canAskPerson(session)) {
    session.stderr.write(`${why}.\n`);
    return agreesInTerminal(session, "Go on?", NOTHING_SPENT);
  }
  const { estimate } = expense;
  const redact = redactorFor(session);
  const typed = (extra: readonly string[]): string => redact(commandLine(session.args, extra));
  const cap = estimate.usd === null || estimate.unpriced.length > 0 ? null : estimate.usd.max;
  const capped = cap === null ? "" : `\nOr with a cap: ${typed(["--budget", rounded(cap)])}`;
  throw new SetupError("needs-confirmation", `${why}, and there is no terminal to ask on.`, {
    hint: `Agree to it:   ${typed(["--yes"])}${capped}`,
  });
}

export const NOTHING_SPENT = "Nobody was asked and nothing was spent.";

/** What was typed, with more, as it can be pasted into a shell. */
export function commandLine(args: readonly string[], extra: readonly string[] = []): string {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const words = [...args.slice(0, end), ...extra, ...args.slice(end)].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${plain(word).replaceAll("'", `'\\''`)}'`,
  );
  return ["dissent", ...words].join(" ");
}

/** Up to the next cent, so that the cap is not below what it stands for. */
function rounded(usd: number): string {
  return (Math.ceil(usd * 100) / 100).toFixed(2);
}
