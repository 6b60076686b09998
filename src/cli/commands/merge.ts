import { settleMerge } from "../../desk/merge/settle-merge.ts";
import { revert } from "../merge/revert.ts";
import { openDebate } from "../open-debate.ts";
import type { Action } from "../program.ts";
import { plain } from "../terminal.ts";

/** Several drafts in, one document out; or the same without a change. */
export const merge: Action = async (session, args, flags) => {
  if (flags["revert"] !== undefined) return revert(session, args, flags);
  const { warnings, ...opening } = await settleMerge(session, args, flags);
  for (const warning of warnings) session.stderr.write(`dissent: ${plain(warning)}\n`);
  return openDebate(session, opening, flags);
};
