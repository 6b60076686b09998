/**
 * A signature of one event, kept beside the journal.
 *
 * AV4. It covers its event and all events before it, through the event's hash. Signing never stops a debate.
 */

/** Who signs: a person with their own key, or the server that a team shares. */
export const PERSON_NAMESPACE = "dissent";
export const SERVER_NAMESPACE = "dissent-server";
/** Not a signature of ours: the reply of a timestamp server (RFC 3161), which says that the event existed by then. */
export const TIMESTAMP_NAMESPACE = "rfc3161";

export interface EventSignature {
  /** As `ssh-keygen -Y sign` prints it, or the reply of a timestamp server in base64. */
  readonly armored: string;
  readonly namespace:
    | typeof PERSON_NAMESPACE
    | typeof SERVER_NAMESPACE
    | typeof TIMESTAMP_NAMESPACE;
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

/** Undefined unless it is exactly as Dissent writes it, so that nothing can be added to a line unseen. */
export function parseSignatureLine(line: string): EventSignature | undefined {
  let read: Partial<Record<string, unknown>>;
  try {
    read = JSON.parse(line) as typeof read;
  } catch {
    return undefined;
  }
  const { signature: armored, namespace, event, hash } = read;
  if (
    namespace !== PERSON_NAMESPACE &&
    namespace !== SERVER_NAMESPACE &&
    namespace !== TIMESTAMP_NAMESPACE
  )
    return undefined;
  const armor = namespace === TIMESTAMP_NAMESPACE ? TIMESTAMP_REPLY : SSH_SIGNATURE;
  if (typeof armored !== "string" || !armor.test(armored)) return undefined;
  if (typeof event !== "number" || !Number.isSafeInteger(event) || event < 0) return undefined;
  if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const parsed: EventSignature = { armored, namespace, event, hash };
  return formatSignatureLine(parsed) === line ? parsed : undefined;
}

const SSH_SIGNATURE =
  /^-----BEGIN SSH SIGNATURE-----\n(?:[A-Za-z0-9+/=]{1,100}\n){1,200}-----END SSH SIGNATURE-----\n$/;

const TIMESTAMP_REPLY =
  /^-----BEGIN TIMESTAMP REPLY-----\n(?:[A-Za-z0-9+/=]{1,100}\n){1,1000}-----END TIMESTAMP REPLY-----\n$/;
