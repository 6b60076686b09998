import { openDebateInTerminal } from "../../../cli/debates/open-debate.ts";
import type { CommandHandler } from "../../../cli/program/program.ts";
import { sanitizeForTerminal } from "../../../cli/terminal/terminal-style.ts";
import { resolveMergeInput } from "../files/resolve-merge.ts";
import { revertMergeInTerminal } from "./revert.ts";

/** Several drafts in, one document out; or the same without a change. */
export const runMergeCommand: CommandHandler = async (session, args, flags) => {
  if (flags["revert"] !== undefined) return revertMergeInTerminal(session, args, flags);
  const { warnings, ...opening } = await resolveMergeInput(session, args, flags);
  for (const warning of warnings)
    session.stderr.write(`dissent: ${sanitizeForTerminal(warning)}\n`);
  return openDebateInTerminal(session, opening, flags);
};
