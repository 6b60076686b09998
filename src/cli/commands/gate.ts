/** Runs a debate in a pipeline: there is no person to ask, and the exit code says what to do with the build. */
import type { DebateInput } from "../../app/prepare-debate.ts";
import { type CommandFlags, readFileFlag, readTextFlag } from "../../app/read-flags.ts";
import { resolveInput } from "../../app/resolve-input.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { DissentError, SetupError } from "../../errors.ts";
import { findProtocolInput } from "../../plan.ts";
import { resolveChangeInput } from "../../protocols/changes.ts";
import type { CliContext } from "../cli-context.ts";
import { openDebateInTerminal } from "../debates/open-debate.ts";
import { type GateOptions, printJsonLine } from "../debates/report-run-result.ts";
import { formatErrorMessage, EXIT, computeErrorExit, markErrorAsTold } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";

/** What fails a build unless something else was asked for. */
const DEFAULT_FAIL_ON = "contested,degraded";

export const runGateCommand: CommandHandler = async (cli, [from = ""], flags) => {
  const advisory = flags["advisory"] === true;
  try {
    const quorum = parseQuorumFlag(readTextFlag(flags, "quorum"));
    const rules: GateOptions = {
      quorum,
      advisory,
      comment: readFileFlag(flags, "comment") ?? null,
    };
    const told = { ...flags, failOn: readTextFlag(flags, "failOn") ?? DEFAULT_FAIL_ON };
    const settled = await resolveGateInput(cli, from, told);
    return await openDebateInTerminal(cli, { ...settled, gate: rules }, told);
  } catch (error) {
    if (!(error instanceof DissentError)) throw error;
    return reportGateError(cli, error, advisory);
  }
};

/** A brief; or a change, for the protocols that attack one. What decides which is the flag alone, which no change under review can set. */
async function resolveGateInput(
  cli: CliContext,
  from: string,
  flags: CommandFlags,
): Promise<DebateInput> {
  const protocol = readTextFlag(flags, "protocol") ?? "";
  return findProtocolInput(PROTOCOLS, protocol) === "change"
    ? resolveChangeInput(cli, from, flags)
    : resolveInput(cli, from, flags);
}

/** A mistake in the pipeline itself, or an unusable store: reported like any other reason. */
function reportGateError(cli: CliContext, error: DissentError, advisory: boolean): number {
  const exit = advisory ? EXIT.decided : computeErrorExit(error);
  if (cli.flags.json) {
    const { code, message } = error;
    const reasons = [{ kind: "infrastructure", code, message }];
    const verdict = { passed: false, advisory, reasons };
    printJsonLine(cli, { event: "done", debate: null, outcome: null, gate: verdict, exit });
  }
  if (!advisory) {
    markErrorAsTold(error);
    throw error;
  }
  cli.stderr.write(formatErrorMessage(error));
  cli.stderr.write("Gate would fail (advisory: it does not fail the build)\n");
  return exit;
}

function parseQuorumFlag(text: string | undefined): number | null {
  if (text === undefined) return null;
  const quorum = Number(text);
  if (Number.isInteger(quorum) && quorum >= 1 && quorum <= 50) return quorum;
  throw new SetupError("usage", `--quorum takes a number of seats, not "${text}".`, {
    hint: "Such as --quorum 2.",
  });
}
