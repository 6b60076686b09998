import { loadPersonKeys } from "../../app/project/event-signing.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import {
  formatProofLevels,
  formatNotProvenLine,
  computeProofLevels,
  listProvenLines,
  listUnprovenLines,
} from "../../domain/proof.ts";
import { SetupError } from "../../errors.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal, type TerminalStyle } from "../terminal/terminal-style.ts";
import { anchorVerifiedJournal, signVerifiedJournal } from "../verify/add-proof.ts";
import {
  type SubjectCheckOptions,
  checkVerificationSubject,
  refreshSubjectProof,
  requireProofLevel,
  type VerifiedSubject,
} from "../verify/check-subject.ts";
import type { RequiredProofLevel } from "../verify/find-proof.ts";
import { type VerificationSubject, findVerificationSubjects } from "../verify/find-subjects.ts";

/** Recomputes a debate, and compares everything that was made from it; asks nobody. */
export const runVerifyCommand: CommandHandler = async (session, [reference = "last"], flags) => {
  const expectedHead = parseChainHeadFlag(readTextFlag(flags, "head"));
  const { env, cwd } = session;
  const { allowedSigners } = await loadPersonKeys(session);
  const setting: SubjectCheckOptions = { env, cwd, allowedSigners, expectedHead };
  const required = readTextFlag(flags, "require") as RequiredProofLevel | undefined;
  let exit: number = EXIT.decided;
  for (const subject of await findVerificationSubjects(session, reference)) {
    const checked = await checkVerificationSubject(subject, setting);
    // nothing is signed or anchored that does not hold
    const added = checked.ok ? await addRequestedProof(session, subject, flags) : undefined;
    const proven = added ? await refreshSubjectProof(checked, added, setting) : checked;
    const found = requireProofLevel(proven, required);
    const own = found.ok ? EXIT.decided : EXIT.verification;
    const text = session.flags.json
      ? stringifyForTerminal(convertVerificationToJson(found, own))
      : formatVerificationLines(found, session.style).join("\n");
    session.stdout.write(`${text}\n`);
    exit = Math.max(exit, own);
  }
  return exit;
};

/** Undefined where nothing was to be added. */
async function addRequestedProof(
  session: CliContext,
  subject: VerificationSubject,
  flags: Readonly<Record<string, unknown>>,
): Promise<VerificationSubject | undefined> {
  const signs = flags["sign"] === true;
  const anchors = readTextFlag(flags, "anchor") === "git";
  if (!signs && !anchors) return undefined;
  const { journal } = subject;
  const signatures = signs ? await signVerifiedJournal(session, subject) : journal.signatures;
  if (anchors) await anchorVerifiedJournal(session, subject);
  return { ...subject, journal: { ...journal, signatures } };
}

/** An empty or short text is the beginning of every head, so it would prove nothing. */
function parseChainHeadFlag(given: string | undefined): string | undefined {
  if (given === undefined || /^[0-9a-f]{12,64}$/i.test(given)) return given;
  throw new SetupError(
    "usage",
    `--head takes 12 to 64 hex digits, got "${sanitizeForTerminal(given)}".`,
    {
      hint: "Copy the head that dissent verify printed: dissent verify last --head <head>",
    },
  );
}

function convertVerificationToJson({ proof, ...found }: VerifiedSubject, exit: number): object {
  if (proof === null) return { ...found, exit };
  const { signedBy, anchor } = computeProofLevels(proof);
  const { signatures, anchors } = proof;
  return {
    ...found,
    levels: { consistent: true, signedBy, anchoredAt: anchor?.at ?? null },
    signatures,
    anchors,
    notProven: formatNotProvenLine(proof),
    exit,
  };
}

function formatVerificationLines(
  { debate, fault, holds, head, proof }: VerifiedSubject,
  style: TerminalStyle,
): string[] {
  const tick = (held: string): string =>
    `  ${style.green(style.sign.done)} ${sanitizeForTerminal(held)}`;
  const last = style.dim(`  head ${head}`);
  if (fault) {
    const words = `${sanitizeForTerminal(fault.where)}: ${sanitizeForTerminal(fault.what)}`;
    return [`${style.red("Not verified")}  ${words}`, ...holds.map(tick), last];
  }
  if (proof === null)
    return [`${style.green("Verified")}  ${sanitizeForTerminal(debate)}`, ...holds.map(tick), last];
  return [
    `${style.green("Verified")}  ${sanitizeForTerminal(debate)}: ${sanitizeForTerminal(formatProofLevels(proof))}`,
    ...[...holds, ...listProvenLines(proof)].map(tick),
    ...listUnprovenLines(proof).map((line) => `  ${style.red("!")} ${sanitizeForTerminal(line)}`),
    `  ${sanitizeForTerminal(formatNotProvenLine(proof))}`,
    last,
  ];
}
