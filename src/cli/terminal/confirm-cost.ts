/** Nothing is paid for without a person's consent: a confirmation, a cap, or an amount that needs none. */
import { createContextRedactor } from "../../app/app-context.ts";
import { type DebateExpense, explainConfirmationNeeded } from "../../app/debate-expense.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { SetupError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { confirmInTerminal, canAskPerson } from "./ask-person.ts";
import { sanitizeForTerminal } from "./terminal-style.ts";

type Flags = Readonly<Record<string, unknown>>;

/** True when the debate may begin; false when the person at the terminal said no. */
export async function confirmDebateCost(
  cli: CliContext,
  expense: DebateExpense,
  flags: Flags,
): Promise<boolean> {
  const why = explainConfirmationNeeded(expense);
  if (why === null || flags["yes"] === true || readTextFlag(flags, "budget") !== undefined)
    return true;
  if (canAskPerson(cli)) {
    cli.stderr.write(`${why}.\n`);
    return confirmInTerminal(cli, "Go on?", NOTHING_SPENT);
  }
  const { estimate } = expense;
  const redact = createContextRedactor(cli);
  const typed = (extra: readonly string[]): string => redact(formatShellCommand(cli.args, extra));
  const cap = estimate.usd === null || estimate.unpriced.length > 0 ? null : estimate.usd.max;
  const capped = cap === null ? "" : `\nOr with a cap: ${typed(["--budget", roundUpToCent(cap)])}`;
  throw new SetupError("needs-confirmation", `${why}, and there is no terminal to ask on.`, {
    hint: `Agree to it:   ${typed(["--yes"])}${capped}`,
  });
}

export const NOTHING_SPENT = "No model was called and nothing was spent.";

/** What was typed, with more, as it can be pasted into a shell. */
export function formatShellCommand(args: readonly string[], extra: readonly string[] = []): string {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const words = [...args.slice(0, end), ...extra, ...args.slice(end)].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word)
      ? word
      : `'${sanitizeForTerminal(word).replaceAll("'", `'\\''`)}'`,
  );
  return ["dissent", ...words].join(" ");
}

/** Rounded up to the next cent, so that the cap is not below the amount. */
function roundUpToCent(usd: number): string {
  return (Math.ceil(usd * 100) / 100).toFixed(2);
}
