/** Signs an event with the key of whoever acts, or says in one line why it stays unsigned. */
import type { Clock } from "../clock.ts";
import type { Event } from "../domain/event.ts";
import { type EventSignature, signatureLine, signedText } from "../domain/signature.ts";
import type { Environment } from "./run-program.ts";
import { type SigningKey, signText } from "./ssh-signature.ts";

export interface Signer {
  readonly namespace: EventSignature["namespace"];
  /** Looked up with every signature; null where nobody signs. */
  readonly key: () => Promise<SigningKey | null>;
  readonly env: Environment;
  readonly clock?: Clock;
}

export interface SigningPlace {
  readonly signer: Signer;
  readonly keep: (debate: string, line: string) => Promise<void>;
  /** Told what was left unsigned, and why. A debate never fails on it. */
  readonly onUnsigned: (words: string) => void;
}

/** Whether it was signed. */
export async function signEvent(
  debate: string,
  { sequence: event, hash }: Pick<Event, "sequence" | "hash">,
  { signer, keep, onUnsigned }: SigningPlace,
): Promise<boolean> {
  const { namespace, env, clock } = signer;
  try {
    const key = await signer.key();
    if (key === null) return false;
    const text = signedText(debate, { event, hash });
    const signed = await signText({ ...key, namespace, text, env, ...(clock && { clock }) });
    if ("armored" in signed) {
      await keep(debate, signatureLine({ armored: signed.armored, namespace, event, hash }));
      return true;
    }
    onUnsigned(unsignedWords(debate, signed.why));
  } catch (error) {
    onUnsigned(unsignedWords(debate, error instanceof Error ? error.message : String(error)));
  }
  return false;
}

function unsignedWords(debate: string, why: string): string {
  return `${debate} was not signed: ${why.replace(/\.$/, "")}. Sign it later: dissent verify ${debate} --sign`;
}
