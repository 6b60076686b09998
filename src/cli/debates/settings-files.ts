/** Names the files that a debate's settings came from, where it may cost money. */
import { estimateForkExpense } from "../../app/debate-expense.ts";
import { resolveConfigWithFlags } from "../../app/resolve-input.ts";
import type { Estimate } from "../../debates/estimate.ts";
import type { Dissent } from "../../dissent.ts";
import type { CliContext } from "../cli-context.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

/** One line on stderr; with --json the files are a field of the first line instead. */
export function printSettingsFiles(
  { stderr, flags }: CliContext,
  { files, estimate }: { readonly files: readonly string[]; readonly estimate: Estimate },
): void {
  if (flags.quiet === true || flags.json === true || files.length === 0) return;
  if (estimate.unpriced.length === 0 && (estimate.usd?.max ?? 0) === 0) return;
  stderr.write(`Settings from ${files.map(sanitizeForTerminal).join(" and ")}\n`);
}

/** The same for a debate that continues; returns the files. */
export async function printSettingsFilesOnResume(
  cli: CliContext,
  app: Dissent,
  debate: string,
): Promise<readonly string[]> {
  const { files, values } = await resolveConfigWithFlags(cli, {}, null);
  const { confirmAboveUsd } = values;
  const record = await app.read(debate);
  // a missing model is reported when it is called
  const expense = await estimateForkExpense(app, { record, models: {}, confirmAboveUsd }).catch(
    () => null,
  );
  if (expense !== null) printSettingsFiles(cli, { files, estimate: expense.estimate });
  return files;
}
