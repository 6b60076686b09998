/** What is proven about a journal beyond its consistency: who signed which events, and when it existed. */

export interface SignedEvent {
  readonly event: number;
  /** In words: "the outcome", "the decision C". */
  readonly what: string;
  readonly as: "person" | "server";
  /** As the allowed signers name the key; null for a key they do not list. */
  readonly by: string | null;
  readonly fingerprint: string;
}

export interface GitAnchor {
  readonly event: number;
  readonly commit: string;
  /** The commit's date, in ISO form. */
  readonly at: string;
}

/** What a timestamp server said: the event existed then. */
export interface TimestampAnchor {
  readonly event: number;
  /** The server's time, in ISO form. */
  readonly at: string;
  /** False for a server that none of the person's authorities vouches for: it proves nothing to them. */
  readonly known: boolean;
}

export interface JournalProof {
  readonly events: number;
  readonly signatures: readonly SignedEvent[];
  /** Why signatures that are there could not be checked; null where they were. */
  readonly unchecked: string | null;
  readonly anchors: readonly GitAnchor[];
  readonly timestamps: readonly TimestampAnchor[];
}

export interface ProofLevels {
  readonly signedBy: readonly string[];
  /** How many events at the end no known person or server has signed. */
  readonly unsigned: number;
  /** Of several, the one that covers most events. */
  readonly anchor: GitAnchor | TimestampAnchor | null;
  /** How many events at the end came after the anchor. */
  readonly unanchored: number;
}

export function computeProofLevels({
  events,
  signatures,
  anchors,
  timestamps,
}: JournalProof): ProofLevels {
  const known = signatures.filter(({ by }) => by !== null);
  const covered = known.length === 0 ? -1 : Math.max(...known.map(({ event }) => event));
  const proving = [...anchors, ...timestamps.filter(({ known: isKnown }) => isKnown)];
  const anchor = proving.toSorted((a, b) => b.event - a.event)[0] ?? null;
  return {
    signedBy: [...new Set(known.flatMap(({ by }) => by ?? []))],
    unsigned: events - 1 - covered,
    anchor,
    unanchored: anchor === null ? events : events - 1 - anchor.event,
  };
}

/** The three levels in one line: "consistent, signed by ada@example.com, not anchored". */
export function formatProofLevels(proof: JournalProof): string {
  return ["consistent", describeSignatures(proof), describeAnchor(proof)].join(", ");
}

export function describeSignatures(proof: JournalProof): string {
  const { signedBy, unsigned } = computeProofLevels(proof);
  if (signedBy.length > 0) {
    const rest = unsigned === 0 ? "" : ` up to event ${proof.events - 1 - unsigned}`;
    return `signed by ${joinNames(signedBy)}${rest}`;
  }
  if (proof.signatures.length > 0) return "signed by an unknown key";
  return proof.unchecked === null ? "not signed" : "signatures not checked";
}

export function describeAnchor(proof: JournalProof): string {
  const { anchor, unanchored } = computeProofLevels(proof);
  if (anchor === null) return "not anchored";
  const rest = unanchored === 0 ? "" : ` up to event ${anchor.event}`;
  return `anchored at ${anchor.at} ${describeAnchorPlace(anchor)}${rest}`;
}

function describeAnchorPlace(anchor: GitAnchor | TimestampAnchor): string {
  return "commit" in anchor ? `in ${anchor.commit.slice(0, 12)}` : "by a timestamp server";
}

/** The checks that passed, one line each. */
export function listProvenLines({ signatures, anchors, timestamps }: JournalProof): string[] {
  return [
    ...signatures.flatMap(({ by, as, what, event, fingerprint }) =>
      by === null
        ? []
        : [
            `${as === "server" ? "countersigned" : "signed"} by ${by}: ${what} (event ${event}, key ${fingerprint})`,
          ],
    ),
    ...anchors.map(({ event, at, commit }) => `anchored at ${at} in ${commit} (event ${event})`),
    ...timestamps
      .filter(({ known }) => known)
      .map(({ event, at }) => `anchored at ${at} by a timestamp server (event ${event})`),
  ];
}

/** What was found and proves nothing, one line each. */
export function listUnprovenLines({ signatures, timestamps, unchecked }: JournalProof): string[] {
  return [
    ...signatures.flatMap(({ by, what, event, fingerprint }) =>
      by === null ? [`signed by an unknown key: ${what} (event ${event}, key ${fingerprint})`] : [],
    ),
    ...timestamps.flatMap(({ known, event, at }) =>
      known ? [] : [`timestamped at ${at} by a server that you do not trust yet (event ${event})`],
    ),
    ...(unchecked === null ? [] : [`signatures were not checked: ${unchecked}`]),
  ];
}

/** One line that says what nobody should take from a verified journal. */
export function formatNotProvenLine(proof: JournalProof): string {
  const { signedBy, unsigned, anchor } = computeProofLevels(proof);
  const word = `the word of ${joinNames(signedBy)}`;
  if (signedBy.length === 0) {
    const why =
      proof.signatures.length > 0
        ? "the key that signed it is unknown"
        : proof.unchecked === null
          ? "not signed"
          : "its signatures were not checked";
    return anchor === null
      ? `not proven: who spoke, when, and at what price (${why})`
      : `not proven: who spoke and at what price (${why})`;
  }
  const tail =
    unsigned === 0
      ? ""
      : `; the last ${formatNounCount(unsigned, "event")} ${unsigned === 1 ? "is" : "are"} not signed`;
  return anchor === null
    ? `not proven: when; who spoke and at what price rest on ${word}${tail}`
    : `not proven: who spoke and at what price; both rest on ${word}${tail}`;
}

function formatNounCount(number: number, word: string): string {
  return number === 1 ? word : `${number} ${word}s`;
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
