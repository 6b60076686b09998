import { textFlag } from "../../desk/flags.ts";
import { jsonText } from "../../desk/json-text.ts";
import { SetupError } from "../../errors.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program.ts";
import { plain, type Style } from "../terminal.ts";
import { checkSubject, type Verified } from "../verify/check-subject.ts";
import { subjectsOf } from "../verify/subject.ts";

/** Recomputes a debate, and compares everything that was made from it; asks nobody. */
export const verifyCommand: Action = async (session, [reference = "last"], flags) => {
  const head = chainHeadFlag(textFlag(flags, "head"));
  let exit: number = EXIT.decided;
  for (const subject of await subjectsOf(session, reference)) {
    const found = await checkSubject(subject, head);
    const own = found.ok ? EXIT.decided : EXIT.verification;
    const text = session.flags.json
      ? jsonText({ ...found, exit: own })
      : linesOf(found, session.style).join("\n");
    session.stdout.write(`${text}\n`);
    exit = Math.max(exit, own);
  }
  return exit;
};

/** An empty or short text is the beginning of every head, so it would prove nothing. */
function chainHeadFlag(given: string | undefined): string | undefined {
  if (given === undefined || /^[0-9a-f]{12,64}$/i.test(given)) return given;
  throw new SetupError("usage", `--head takes 12 to 64 hex digits, got "${plain(given)}".`, {
    hint: "Copy the head that dissent verify printed: dissent verify last --head <head>",
  });
}

function linesOf({ debate, fault, holds, head }: Verified, style: Style): string[] {
  return [
    fault
      ? `${style.red("Not verified")}  ${plain(fault.where)}: ${plain(fault.what)}`
      : `${style.green("Verified")}  ${plain(debate)}`,
    ...holds.map((held) => `  ${style.green(style.sign.done)} ${plain(held)}`),
    style.dim(`  head ${head}`),
  ];
}
