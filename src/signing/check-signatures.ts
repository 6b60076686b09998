/** Checks the signatures that came with a journal against its events. */
import type { Event } from "../domain/journal/event.ts";
import type { SignedEvent, TimestampAnchor } from "../domain/journal/proof.ts";
import {
  type EventSignature,
  formatSignedText,
  parseSignatureLine,
  SERVER_NAMESPACE,
  TIMESTAMP_NAMESPACE,
} from "../domain/journal/signature.ts";
import type { ProgramEnvironment } from "./run-program.ts";
import { checkSshSignature } from "./ssh-signature.ts";
import { checkTimestamp, unarmorTimestampReply } from "./timestamp.ts";

export interface SignatureCheckResult {
  readonly signatures: readonly SignedEvent[];
  readonly timestamps: readonly TimestampAnchor[];
  readonly unchecked: string | null;
  readonly fault: { readonly where: string; readonly what: string } | null;
}

export interface SignatureCheckRequest {
  readonly debate: string;
  readonly events: readonly Event[];
  /** Lines with a signature each. */
  readonly lines: readonly string[];
  readonly allowedSigners: string | null;
  /** A PEM file with the timestamp authorities that the person trusts; null where there is none. */
  readonly timestampAuthorities: string | null;
  readonly env: ProgramEnvironment;
}

/** The first signature that does not fit its event is a fault: the journal is not the one that was signed. */
export async function checkEventSignatures(
  given: SignatureCheckRequest,
): Promise<SignatureCheckResult> {
  const { debate, events, lines } = given;
  const signatures: SignedEvent[] = [];
  const timestamps: TimestampAnchor[] = [];
  let unchecked: string | null = null;
  const wrong = (where: string, what: string): SignatureCheckResult => ({
    signatures: [],
    timestamps: [],
    unchecked,
    fault: { where, what },
  });
  for (const line of lines) {
    const signature = parseSignatureLine(line);
    if (!signature) return wrong("signature", "it is not as Dissent writes it");
    const { event: at, hash } = signature;
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
    const found = await checkOneSignature(given, signature, { text, event });
    if (found.state === "bad") return wrong(where, "it does not match the event");
    if (found.state === "unchecked") unchecked = found.why;
    else if ("signed" in found) signatures.push(found.signed);
    else timestamps.push(found.timestamp);
  }
  return { signatures, timestamps, unchecked, fault: null };
}

type OneSignature =
  | { readonly state: "bad" }
  | { readonly state: "unchecked"; readonly why: string }
  | { readonly state: "good"; readonly signed: SignedEvent }
  | { readonly state: "good"; readonly timestamp: TimestampAnchor };

async function checkOneSignature(
  { allowedSigners, timestampAuthorities, env }: SignatureCheckRequest,
  { event: at, armored, namespace }: EventSignature,
  { text, event }: { readonly text: string; readonly event: Event },
): Promise<OneSignature> {
  if (namespace === TIMESTAMP_NAMESPACE) {
    const reply = unarmorTimestampReply(armored);
    const found = await checkTimestamp({ reply, text, authorities: timestampAuthorities, env });
    return found.state === "good"
      ? { state: "good", timestamp: { event: at, at: found.at, known: found.known } }
      : found;
  }
  const { atMs } = event;
  const found = await checkSshSignature({ armored, namespace, text, allowedSigners, atMs, env });
  if (found.state !== "good") return found;
  const { by, fingerprint } = found;
  const as = namespace === SERVER_NAMESPACE ? "server" : "person";
  const what = describeSignedEvent(event);
  return { state: "good", signed: { event: at, what, as, by, fingerprint } };
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
