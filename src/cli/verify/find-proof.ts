/** Finds who signed a journal and where it is anchored, as far as this machine can tell. */
import type { VerificationFault } from "../../audit/verify/verify.ts";
import type { Event } from "../../domain/journal/event.ts";
import { type JournalProof, computeProofLevels } from "../../domain/journal/proof.ts";
import { checkEventSignatures } from "../../signing/check-signatures.ts";
import { readGitAnchors } from "../../signing/git-anchor.ts";
import type { ProgramEnvironment } from "../../signing/run-program.ts";

export interface ProofSearchOptions {
  readonly env: ProgramEnvironment;
  /** Where a Git repository is looked for; null to look for none. */
  readonly cwd: string | null;
  readonly allowedSigners: string | null;
  readonly timestampAuthorities?: string | null;
}

export interface ProofFinding {
  readonly proof: JournalProof;
  readonly fault: VerificationFault | null;
}

export async function findJournalProof(
  {
    debate,
    events,
    signatures: lines,
  }: {
    readonly debate: string;
    readonly events: readonly Event[];
    readonly signatures: readonly string[];
  },
  { env, cwd, allowedSigners, timestampAuthorities = null }: ProofSearchOptions,
): Promise<ProofFinding> {
  const checked = await checkEventSignatures({
    debate,
    events,
    lines,
    allowedSigners,
    timestampAuthorities,
    env,
  });
  const recorded = cwd === null ? [] : await readGitAnchors(debate, { cwd, env });
  const other = recorded.find(({ event, hash }) => events[event]?.hash !== hash);
  const proof: JournalProof = {
    events: events.length,
    signatures: checked.signatures,
    unchecked: checked.unchecked,
    anchors: recorded.map(({ event, commit, at }) => ({ event, commit, at })),
    timestamps: checked.timestamps,
  };
  if (checked.fault) return { proof, fault: checked.fault };
  if (!other) return { proof, fault: null };
  const has = events[other.event]?.hash.slice(0, 12) ?? "no such event";
  return {
    proof,
    fault: {
      where: `anchor of event ${other.event} in ${other.commit.slice(0, 12)}`,
      what: `it is for the hash ${other.hash.slice(0, 12)}, and the journal has ${has}`,
    },
  };
}

export type RequiredProofLevel = "signed" | "anchored";

/** A level counts only if it covers the last event: what follows could have been added by anyone. */
export function findMissingLevel(
  debate: string,
  proof: JournalProof,
  required: RequiredProofLevel | undefined,
): VerificationFault | null {
  const { signedBy, unsigned, anchor, unanchored } = computeProofLevels(proof);
  const last = proof.events - 1;
  if (required === "signed" && (signedBy.length === 0 || unsigned > 0)) {
    const what =
      signedBy.length === 0
        ? "it is not signed by a key that your allowed signers list"
        : `event ${last} is not signed by a key that your allowed signers list`;
    return { where: debate, what };
  }
  if (required === "anchored" && (anchor === null || unanchored > 0)) {
    return {
      where: debate,
      what: `event ${last} is anchored neither in the Git repository here nor by a timestamp server you trust`,
    };
  }
  return null;
}
