/** Signs an event with the acting person's key, or says in one line why it stays unsigned. */
import type { Clock } from "../clock.ts";
import type { Event } from "../domain/journal/event.ts";
import {
  type EventSignature,
  formatSignatureLine,
  formatSignedText,
} from "../domain/journal/signature.ts";
import type { ProgramEnvironment } from "./run-program.ts";
import { type SigningKey, signWithSshKey } from "./ssh-signature.ts";

export interface EventSigner {
  readonly namespace: EventSignature["namespace"];
  /** Looked up with every signature; null where nobody signs. */
  readonly key: () => Promise<SigningKey | null>;
  readonly env: ProgramEnvironment;
  readonly clock?: Clock;
}

export interface SigningContext {
  readonly signer: EventSigner;
  readonly keep: (debate: string, line: string) => Promise<void>;
  /** Called with what was left unsigned, and why. A debate never fails because of it. */
  readonly onUnsigned: (words: string) => void;
}

/** Whether it was signed. */
export async function signJournalEvent(
  debate: string,
  { sequence: event, hash }: Pick<Event, "sequence" | "hash">,
  { signer, keep, onUnsigned }: SigningContext,
): Promise<boolean> {
  const { namespace, env, clock } = signer;
  try {
    const key = await signer.key();
    if (key === null) return false;
    const text = formatSignedText(debate, { event, hash });
    const signed = await signWithSshKey({ ...key, namespace, text, env, ...(clock && { clock }) });
    if ("armored" in signed) {
      await keep(debate, formatSignatureLine({ armored: signed.armored, namespace, event, hash }));
      return true;
    }
    onUnsigned(describeUnsignedEvent(debate, signed.why));
  } catch (error) {
    onUnsigned(
      describeUnsignedEvent(debate, error instanceof Error ? error.message : String(error)),
    );
  }
  return false;
}

function describeUnsignedEvent(debate: string, why: string): string {
  return `${debate} was not signed: ${why.replace(/\.$/, "")}. Sign it later: dissent verify ${debate} --sign`;
}
