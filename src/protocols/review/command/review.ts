/** `dissent review`: a change is put before several reviewers. */
import { readListFlag, readTextFlag } from "../../../app/read-flags.ts";
import { openDebateInTerminal } from "../../../cli/debates/open-debate.ts";
import type { CommandHandler } from "../../../cli/program/program.ts";
import { resolveReviewInput } from "../files/resolve-review.ts";

export const runReviewCommand: CommandHandler = async (cliContext, [from], flags) => {
  const author = readTextFlag(flags, "author");
  const seats = readListFlag(flags, "seat");
  const seated = author === undefined ? flags : { ...flags, seat: [...seats, `author=${author}`] };
  return openDebateInTerminal(
    cliContext,
    await resolveReviewInput(cliContext, from, seated),
    seated,
  );
};
