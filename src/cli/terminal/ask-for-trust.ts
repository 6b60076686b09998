/** Asks the person once whether a project's programs may run, and then continues the command. */
import { SetupError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";

/** For a command that stopped at a program that the person has not agreed to: asks, and runs it again. */
export async function retryOnceTrusted(
  cli: CliContext,
  error: unknown,
  act: () => Promise<number>,
): Promise<number> {
  if (!(error instanceof SetupError) || error.code !== "untrusted-agents") throw error;
  // slow to load, and seldom needed
  const [trust, asking, { EXIT }] = await Promise.all([
    import("../../app/project/trusted-programs.ts"),
    import("./ask-person.ts"),
    import("../exit-codes.ts"),
  ]);
  if (!(error instanceof trust.UntrustedProgramError) || !asking.canAskPerson(cli)) throw error;
  const { programs } = error;
  cli.stderr.write(`${programs.file} wants to run programs as you:\n`);
  for (const line of trust.formatProgramLines(programs)) cli.stderr.write(`${line}\n`);
  const agrees = await asking.confirmInTerminal(
    cli,
    "Do you trust them, until they change?",
    "Nothing was run and nothing was spent.",
  );
  if (!agrees) return EXIT.usage;
  trust.trustProjectPrograms(cli, programs);
  return act();
}
