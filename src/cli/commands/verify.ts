import { textFlag } from "../../app/flags.ts";
import { keysAt } from "../../app/project/signing.ts";
import {
  levelsLine,
  notProvenLine,
  proofLevels,
  provenLines,
  unprovenLines,
} from "../../domain/proof.ts";
import { SetupError } from "../../errors.ts";
import { jsonText } from "../../text/json-text.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { plain, type Style } from "../terminal/terminal.ts";
import { anchorSubject, signSubject } from "../verify/add-proof.ts";
import {
  type CheckSetting,
  checkSubject,
  proveAgain,
  requireLevel,
  type Verified,
} from "../verify/check-subject.ts";
import type { RequiredLevel } from "../verify/proof.ts";
import { type Subject, subjectsOf } from "../verify/subject.ts";

/** Recomputes a debate, and compares everything that was made from it; asks nobody. */
export const verifyCommand: Action = async (session, [reference = "last"], flags) => {
  const expectedHead = chainHeadFlag(textFlag(flags, "head"));
  const { env, cwd } = session;
  const { allowedSigners } = await keysAt(session);
  const setting: CheckSetting = { env, cwd, allowedSigners, expectedHead };
  const required = textFlag(flags, "require") as RequiredLevel | undefined;
  let exit: number = EXIT.decided;
  for (const subject of await subjectsOf(session, reference)) {
    const checked = await checkSubject(subject, setting);
    // nothing is signed or anchored that does not hold
    const added = checked.ok ? await withAddedProof(session, subject, flags) : undefined;
    const proven = added ? await proveAgain(checked, added, setting) : checked;
    const found = requireLevel(proven, required);
    const own = found.ok ? EXIT.decided : EXIT.verification;
    const text = session.flags.json
      ? jsonText(objectOf(found, own))
      : linesOf(found, session.style).join("\n");
    session.stdout.write(`${text}\n`);
    exit = Math.max(exit, own);
  }
  return exit;
};

/** Undefined where nothing was to be added. */
async function withAddedProof(
  session: Session,
  subject: Subject,
  flags: Readonly<Record<string, unknown>>,
): Promise<Subject | undefined> {
  const signs = flags["sign"] === true;
  const anchors = textFlag(flags, "anchor") === "git";
  if (!signs && !anchors) return undefined;
  const { journal } = subject;
  const signatures = signs ? await signSubject(session, subject) : journal.signatures;
  if (anchors) await anchorSubject(session, subject);
  return { ...subject, journal: { ...journal, signatures } };
}

/** An empty or short text is the beginning of every head, so it would prove nothing. */
function chainHeadFlag(given: string | undefined): string | undefined {
  if (given === undefined || /^[0-9a-f]{12,64}$/i.test(given)) return given;
  throw new SetupError("usage", `--head takes 12 to 64 hex digits, got "${plain(given)}".`, {
    hint: "Copy the head that dissent verify printed: dissent verify last --head <head>",
  });
}

function objectOf({ proof, ...found }: Verified, exit: number): object {
  if (proof === null) return { ...found, exit };
  const { signedBy, anchor } = proofLevels(proof);
  const { signatures, anchors } = proof;
  return {
    ...found,
    levels: { consistent: true, signedBy, anchoredAt: anchor?.at ?? null },
    signatures,
    anchors,
    notProven: notProvenLine(proof),
    exit,
  };
}

function linesOf({ debate, fault, holds, head, proof }: Verified, style: Style): string[] {
  const tick = (held: string): string => `  ${style.green(style.sign.done)} ${plain(held)}`;
  const last = style.dim(`  head ${head}`);
  if (fault) {
    const words = `${plain(fault.where)}: ${plain(fault.what)}`;
    return [`${style.red("Not verified")}  ${words}`, ...holds.map(tick), last];
  }
  if (proof === null)
    return [`${style.green("Verified")}  ${plain(debate)}`, ...holds.map(tick), last];
  return [
    `${style.green("Verified")}  ${plain(debate)}: ${plain(levelsLine(proof))}`,
    ...[...holds, ...provenLines(proof)].map(tick),
    ...unprovenLines(proof).map((line) => `  ${style.red("!")} ${plain(line)}`),
    `  ${plain(notProvenLine(proof))}`,
    last,
  ];
}
