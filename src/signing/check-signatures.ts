/** Checks the signatures that came with a journal against the events it holds. */
import type { Event } from "../domain/journal/event.ts";
import type { SignedEvent } from "../domain/journal/proof.ts";
import {
  parseSignatureLine,
  SERVER_NAMESPACE,
  formatSignedText,
} from "../domain/journal/signature.ts";
import type { ProgramEnvironment } from "./run-program.ts";
import { checkSshSignature } from "./ssh-signature.ts";

export interface SignatureCheckResult {
  readonly signatures: readonly SignedEvent[];
  readonly unchecked: string | null;
  readonly fault: { readonly where: string; readonly what: string } | null;
}

export interface SignatureCheckRequest {
  readonly debate: string;
  readonly events: readonly Event[];
  /** Lines that hold a signature each. */
  readonly lines: readonly string[];
  readonly allowedSigners: string | null;
  readonly env: ProgramEnvironment;
}

/** The first signature that does not fit its event is a fault: the journal is not the one that was signed. */
export async function checkEventSignatures(
  given: SignatureCheckRequest,
): Promise<SignatureCheckResult> {
  const { debate, events, lines, allowedSigners, env } = given;
  const signatures: SignedEvent[] = [];
  let unchecked: string | null = null;
  const wrong = (where: string, what: string): SignatureCheckResult => ({
    signatures: [],
    unchecked,
    fault: { where, what },
  });
  for (const line of lines) {
    const signature = parseSignatureLine(line);
    if (!signature) return wrong("signature", "it is not as Dissent writes it");
    const { event: at, hash, armored, namespace } = signature;
    const where = `signature of event ${at}`;
    const event = events[at];
    if (!event) return wrong(where, `the journal ends at event ${events.length - 1}, before it`);
    if (event.hash !== hash) {
      return wrong(
        where,
        `it is for the hash ${shortenHash(hash)}, and the event has ${shortenHash(event.hash)}`,
      );
    }
    const text = formatSignedText(debate, { event: at, hash });
    const { atMs } = event;
    const found = await checkSshSignature({ armored, namespace, text, allowedSigners, atMs, env });
    if (found.state === "bad") return wrong(where, "it does not match the event");
    if (found.state === "unchecked") unchecked = found.why;
    else {
      const as = namespace === SERVER_NAMESPACE ? "server" : "person";
      const { by, fingerprint } = found;
      signatures.push({ event: at, what: describeSignedEvent(event), as, by, fingerprint });
    }
  }
  return { signatures, unchecked, fault: null };
}

function describeSignedEvent({ fact }: Event): string {
  switch (fact.type) {
    case "debate-settled":
      return "the outcome";
    case "decision-recorded":
    case "escalation-answered":
      return `the decision ${fact.choice} of ${fact.by}`;
    case "decision-judged":
      return `the verdict ${fact.verdict}`;
    default:
      return "the journal";
  }
}

function shortenHash(hash: string): string {
  return hash.slice(0, 12);
}
