import { signingSettings } from "../../config/signing.ts";
/** Who signs at a desk, and whose signatures are known there. */
import { PERSON_NAMESPACE, SERVER_NAMESPACE } from "../../domain/signature.ts";
import { type PersonKeys, personKeys } from "../../signing/person-key.ts";
import { type Signer, type SigningPlace } from "../../signing/sign-event.ts";
import { SSH_KEYGEN } from "../../signing/ssh-signature.ts";
import type { Store } from "../../store.ts";
import type { Desk } from "../desk.ts";

export async function keysAt({ env, homeDir, cwd }: Desk): Promise<PersonKeys> {
  const setting = await signingSettings({ env, homeDir, cwd });
  return personKeys({ env, homeDir, cwd, setting });
}

/** A server signs for everyone it serves, and never with the key of the person who started it. */
export function signerAt(desk: Desk): Signer {
  const { env, serverKey } = desk;
  if (serverKey === undefined) {
    return { namespace: PERSON_NAMESPACE, env, key: async () => (await keysAt(desk)).signing };
  }
  const key = serverKey === null ? null : { key: serverKey, program: SSH_KEYGEN };
  return { namespace: SERVER_NAMESPACE, env, key: async () => key };
}

export function signingPlace(desk: Desk, store: Store): SigningPlace {
  return {
    signer: signerAt(desk),
    keep: (debate, line) => store.keepSignature(debate, line),
    onUnsigned: (words) => void process.stderr.write(`dissent: ${words}\n`),
  };
}
