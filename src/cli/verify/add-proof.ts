import { createEventSigner } from "../../app/project/event-signing.ts";
/** Signs a journal that was found consistent, or anchors its head in Git. */
import { openProjectStore } from "../../app/project/project-store.ts";
import { SetupError } from "../../errors.ts";
import { readEventLine } from "../../kernel/hash-chain.ts";
import { readGitAnchors, writeGitAnchor } from "../../signing/git-anchor.ts";
import { signJournalEvent } from "../../signing/sign-event.ts";
import type { CliContext } from "../cli-context.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { type FoundJournal, FROM_PROJECT } from "./find-journal.ts";
import type { VerificationSubject } from "./find-subjects.ts";

type SignableSubject = Pick<VerificationSubject, "debate" | "journal">;

/** The signatures that the journal has then. */
export async function signVerifiedJournal(
  session: CliContext,
  { debate, journal }: SignableSubject,
): Promise<FoundJournal["signatures"]> {
  if (journal.from !== FROM_PROJECT) {
    throw new SetupError("usage", "--sign signs debates of this project, and this is a file.", {
      hint: "Take it in first: dissent import <file>, then dissent verify <debate> --sign",
    });
  }
  const signer = createEventSigner(session);
  if ((await signer.key()) === null) {
    throw new SetupError("no-signing-key", "You have no key to sign with.", {
      hint: "Set one: git config --global gpg.format ssh, then git config --global user.signingkey ~/.ssh/id_ed25519.pub",
    });
  }
  const store = openProjectStore(session);
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

/** Writes the head as a note on the current commit, unless it stands there already. */
export async function anchorVerifiedJournal(
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

function readLastEvent({ lines }: FoundJournal): ReturnType<typeof readEventLine> {
  return readEventLine(lines.at(-1) ?? "");
}
