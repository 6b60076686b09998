/** Recomputes a debate and compares everything that was made from it. It calls no model. */
import { createEventSigner, loadPersonKeys } from "../../app/project/event-signing.ts";
import { openProjectStore } from "../../app/project/project-store.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import {
  describeCheckedEvidence,
  describeUncheckedEvidence,
  type EvidenceTally,
} from "../../audit/measures/evidence-tally.ts";
import {
  computeProofLevels,
  formatNotProvenLine,
  formatProofLevels,
  listProvenLines,
  listUnprovenLines,
} from "../../domain/journal/proof.ts";
import {
  formatSignatureLine,
  formatSignedText,
  TIMESTAMP_NAMESPACE,
} from "../../domain/journal/signature.ts";
import { SetupError } from "../../errors.ts";
import { readEventLine } from "../../kernel/journal/hash-chain.ts";
import { outgoingFetch } from "../../network/outgoing-fetch.ts";
import { readGitAnchors, writeGitAnchor } from "../../signing/git-anchor.ts";
import { signJournalEvent } from "../../signing/sign-event.ts";
import { armorTimestampReply, checkTimestamp, requestTimestamp } from "../../signing/timestamp.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { type TerminalStyle, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import {
  type SubjectCheckOptions,
  type VerifiedSubject,
  checkVerificationSubject,
  refreshSubjectProof,
  requireProofLevel,
} from "../verify/check-subject.ts";
import { FROM_PROJECT, type FoundJournal } from "../verify/find-journal.ts";
import type { RequiredProofLevel } from "../verify/find-proof.ts";
import { type VerificationSubject, findVerificationSubjects } from "../verify/find-subjects.ts";

export const runVerifyCommand: CommandHandler = async (cli, [reference = "last"], flags) => {
  const expectedHead = parseChainHeadFlag(readTextFlag(flags, "head"));
  const { env, cwd } = cli;
  const anchorAt = parseAnchorFlag(readTextFlag(flags, "anchor"));
  const { allowedSigners, timestampAuthorities } = await loadPersonKeys(cli);
  const known = { allowedSigners, timestampAuthorities };
  const setting: SubjectCheckOptions = { env, cwd, ...known, expectedHead };
  const required = readTextFlag(flags, "require") as RequiredProofLevel | undefined;
  let exit: number = EXIT.decided;
  for (const subject of await findVerificationSubjects(cli, reference)) {
    const checked = await checkVerificationSubject(subject, setting);
    // only a valid journal is signed or anchored
    const added = checked.ok
      ? await addRequestedProof(cli, subject, { sign: flags["sign"] === true, anchorAt })
      : undefined;
    const proven = added ? await refreshSubjectProof(checked, added, setting) : checked;
    const found = requireProofLevel(proven, required);
    const own = found.ok ? EXIT.decided : EXIT.verification;
    const text = cli.flags.json
      ? stringifyForTerminal(convertVerificationToJson(found, own))
      : formatVerificationLines(found, cli.style).join("\n");
    cli.stdout.write(`${text}\n`);
    exit = Math.max(exit, own);
  }
  return exit;
};

/** Undefined where nothing was to be added. */
async function addRequestedProof(
  cli: CliContext,
  subject: VerificationSubject,
  { sign, anchorAt }: { readonly sign: boolean; readonly anchorAt: string | undefined },
): Promise<VerificationSubject | undefined> {
  if (!sign && anchorAt === undefined) return undefined;
  const { journal } = subject;
  let signatures = sign ? await signVerifiedJournal(cli, subject) : journal.signatures;
  if (anchorAt === "git") await anchorVerifiedJournal(cli, subject);
  else if (anchorAt !== undefined)
    signatures = await timestampVerifiedJournal(cli, subject, anchorAt);
  return { ...subject, journal: { ...journal, signatures } };
}

function parseAnchorFlag(given: string | undefined): string | undefined {
  if (given === undefined || given === "git") return given;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url && (url.protocol === "https:" || url.protocol === "http:")) return url.href;
  const shown = sanitizeForTerminal(given);
  throw new SetupError(
    "usage",
    `--anchor takes git or the address of a timestamp server, got "${shown}".`,
    {
      hint: "dissent verify last --anchor git, or --anchor https://<server>",
    },
  );
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
  const { signatures, anchors, timestamps } = proof;
  return {
    ...found,
    levels: { consistent: true, signedBy, anchoredAt: anchor?.at ?? null },
    signatures,
    anchors,
    timestamps,
    notProven: formatNotProvenLine(proof),
    exit,
  };
}

function formatVerificationLines(
  { debate, fault, holds, evidence, head, proof }: VerifiedSubject,
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
    ...(evidence === null ? [] : formatEvidenceRemarks(evidence, style)),
    ...listUnprovenLines(proof).map((line) => `  ${style.red("!")} ${sanitizeForTerminal(line)}`),
    `  ${sanitizeForTerminal(formatNotProvenLine(proof))}`,
    last,
  ];
}

/** No tick: evidence that fails was marked so when it was recorded, and general knowledge is not checked. */
function formatEvidenceRemarks(evidence: EvidenceTally, style: TerminalStyle): string[] {
  const unchecked = describeUncheckedEvidence(evidence);
  return [
    ...(evidence.failing.length === 0
      ? []
      : [`  ${style.red("!")} ${sanitizeForTerminal(describeCheckedEvidence(evidence))}`]),
    ...(unchecked === "" ? [] : [`  ${unchecked}`]),
  ];
}

// Signs a journal that was found consistent, or anchors its head in Git.

type SignableSubject = Pick<VerificationSubject, "debate" | "journal">;

/** The signatures that the journal has then. */
async function signVerifiedJournal(
  cli: CliContext,
  { debate, journal }: SignableSubject,
): Promise<FoundJournal["signatures"]> {
  if (journal.from !== FROM_PROJECT) {
    throw new SetupError("usage", "--sign signs debates of this project, and this is a file.", {
      hint: "Take it in first: dissent journal import <file>, then dissent verify <debate> --sign",
    });
  }
  const signer = createEventSigner(cli);
  if ((await signer.key()) === null) {
    throw new SetupError("no-signing-key", "You have no key to sign with.", {
      hint: "Set one: git config --global gpg.format ssh, then git config --global user.signingkey ~/.ssh/id_ed25519.pub",
    });
  }
  const store = openProjectStore(cli);
  try {
    const keep = (id: string, line: string): Promise<void> => store.keepSignature(id, line);
    let why = "";
    const onUnsigned = (words: string): void => void (why = words);
    const isSigned = await signJournalEvent(debate, readLastEvent(journal), {
      signer,
      keep,
      onUnsigned,
    });
    if (isSigned) return await store.signatures(debate);
    throw new SetupError("no-signing-key", sanitizeForTerminal(why), {
      hint: "Load the key into your agent with ssh-add, or name another as signing.key.",
    });
  } finally {
    await store.close();
  }
}

/** Writes the head as a note on the current commit, unless it is there already. */
async function anchorVerifiedJournal(
  { cwd, env, stderr }: CliContext,
  { debate, journal }: SignableSubject,
): Promise<void> {
  const { sequence: event, hash } = readLastEvent(journal);
  const place = { cwd, env };
  const anchors = await readGitAnchors(debate, place);
  if (anchors.some((anchor) => anchor.event === event && anchor.hash === hash)) return;
  const why = await writeGitAnchor(debate, { event, hash }, place);
  if (why === null) {
    stderr.write(
      "Wrote a note to refs/notes/dissent. Share it: git push origin refs/notes/dissent\n",
    );
    return;
  }
  throw new SetupError("no-anchor", `The head was not anchored: ${sanitizeForTerminal(why)}.`, {
    hint: "Run it inside a Git repository that has a commit, with user.name and user.email set.",
  });
}

/** Asks a timestamp server about the head, and keeps its reply with the signatures. */
async function timestampVerifiedJournal(
  cli: CliContext,
  { debate, journal }: SignableSubject,
  address: string,
): Promise<FoundJournal["signatures"]> {
  if (journal.from !== FROM_PROJECT) {
    throw new SetupError(
      "usage",
      "--anchor with a server takes debates of this project, and this is a file.",
      {
        hint: "Import it first: dissent journal import <file>, then dissent verify <debate> --anchor <server>",
      },
    );
  }
  const { sequence: event, hash } = readLastEvent(journal);
  const { host } = new URL(address);
  cli.stderr.write(`Asking ${host} for a timestamp. It is sent a hash, nothing else.\n`);
  const found = await requestTimestamp(
    address,
    formatSignedText(debate, { event, hash }),
    outgoingFetch,
  );
  const text = formatSignedText(debate, { event, hash });
  const checked =
    "why" in found
      ? null
      : await checkTimestamp({ reply: found.reply, text, authorities: null, env: cli.env });
  if ("why" in found || checked?.state !== "good") {
    const why =
      "why" in found
        ? found.why
        : checked?.state === "unchecked"
          ? checked.why
          : `${host} did not send a timestamp of this head`;
    throw new SetupError("no-anchor", `The head was not anchored: ${sanitizeForTerminal(why)}.`, {
      hint: "Check the address of the server, and that openssl is installed.",
    });
  }
  const store = openProjectStore(cli);
  try {
    const armored = armorTimestampReply(found.reply);
    const line = formatSignatureLine({ armored, namespace: TIMESTAMP_NAMESPACE, event, hash });
    await store.keepSignature(debate, line);
    return await store.signatures(debate);
  } finally {
    await store.close();
  }
}

function readLastEvent({ lines }: FoundJournal): ReturnType<typeof readEventLine> {
  return readEventLine(lines.at(-1) ?? "");
}
