/** Who signs events in this project, and whose signatures are trusted. */
import { readSigningSettings } from "../../config/config-files.ts";
import { PERSON_NAMESPACE, SERVER_NAMESPACE } from "../../domain/journal/signature.ts";
import type { EventSigner, SigningContext } from "../../signing/sign-event.ts";
import { type PersonKeys, findPersonKeys } from "../../signing/signing-keys.ts";
import { SSH_KEYGEN } from "../../signing/ssh-signature.ts";
import type { Store } from "../../store.ts";
import type { AppContext } from "../app-context.ts";

export async function loadPersonKeys({ env, homeDir, cwd }: AppContext): Promise<PersonKeys> {
  const setting = await readSigningSettings({ env, homeDir, cwd });
  return findPersonKeys({ env, homeDir, cwd, setting });
}

/** A server signs for everyone it serves, and never with the key of the person who started it. */
export function createEventSigner(context: AppContext): EventSigner {
  const { env, serverKey } = context;
  if (serverKey === undefined) {
    // Git is asked once, not for every debate of an evaluation
    let found: Promise<PersonKeys> | undefined;
    const key = async () => (await (found ??= loadPersonKeys(context))).signing;
    return { namespace: PERSON_NAMESPACE, env, key };
  }
  const key = serverKey === null ? null : { key: serverKey, program: SSH_KEYGEN };
  return { namespace: SERVER_NAMESPACE, env, key: async () => key };
}

export function createSigningContext(context: AppContext, store: Store): SigningContext {
  return {
    signer: createEventSigner(context),
    keep: (debate, line) => store.keepSignature(debate, line),
    onUnsigned: (words) => void process.stderr.write(`dissent: ${words}\n`),
  };
}
