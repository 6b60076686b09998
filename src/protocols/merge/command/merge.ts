import { openDebate } from "../../../cli/debates/open-debate.ts";
import type { Action } from "../../../cli/program/program.ts";
import { plain } from "../../../cli/terminal/terminal.ts";
import { settleMerge } from "../files/settle-merge.ts";
import { revert } from "./revert.ts";

/** Several drafts in, one document out; or the same without a change. */
export const merge: Action = async (session, args, flags) => {
  if (flags["revert"] !== undefined) return revert(session, args, flags);
  const { warnings, ...opening } = await settleMerge(session, args, flags);
  for (const warning of warnings) session.stderr.write(`dissent: ${plain(warning)}\n`);
  return openDebate(session, opening, flags);
};
