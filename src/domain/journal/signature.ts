/**
 * A signature of one event, kept beside the journal.
 *
 * AV4. It covers its event and all events before it, through the event's hash. Signing never stops a debate.
 */

/** Who signs: a person with their own key, or the server that a team shares. */
export const PERSON_NAMESPACE = "dissent";
export const SERVER_NAMESPACE = "dissent-server";

export interface EventSignature {
  /** As `ssh-keygen -Y sign` prints it. */
  readonly armored: string;
  readonly namespace: typeof PERSON_NAMESPACE | typeof SERVER_NAMESPACE;
  /** Sequence number of the signed event. */
  readonly event: number;
  readonly hash: string;
}

/** The bytes that are signed. */
export function formatSignedText(
  debate: string,
  { event, hash }: Pick<EventSignature, "event" | "hash">,
): string {
  return `dissent ${debate} ${event} ${hash}\n`;
}

export function formatSignatureLine({ armored, namespace, event, hash }: EventSignature): string {
  return JSON.stringify({ signature: armored, namespace, event, hash });
}

export function isSignatureLine(line: string): boolean {
  return line.startsWith('{"signature":');
}

/** Undefined unless it is spelled exactly as Dissent writes it, so that nothing can be added to a line unseen. */
export function parseSignatureLine(line: string): EventSignature | undefined {
  let read: Partial<Record<string, unknown>>;
  try {
    read = JSON.parse(line) as typeof read;
  } catch {
    return undefined;
  }
  const { signature: armored, namespace, event, hash } = read;
  if (typeof armored !== "string" || !ARMORED.test(armored)) return undefined;
  if (namespace !== PERSON_NAMESPACE && namespace !== SERVER_NAMESPACE) return undefined;
  if (typeof event !== "number" || !Number.isSafeInteger(event) || event < 0) return undefined;
  if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const parsed: EventSignature = { armored, namespace, event, hash };
  return formatSignatureLine(parsed) === line ? parsed : undefined;
}

const ARMORED =
  /^-----BEGIN SSH SIGNATURE-----\n(?:[A-Za-z0-9+/=]{1,100}\n){1,200}-----END SSH SIGNATURE-----\n$/;
