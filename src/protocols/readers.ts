/** The built-in readers of every protocol, loaded when one of its asks is to be answered. */
import type { PromptInput } from "../model.ts";

/** A reader of long documents gives a promise, and lets other work in between. */
type OfflineReader = (input: PromptInput) => unknown;
type OfflineReaders = Readonly<Record<string, OfflineReader>>;

const READERS: Readonly<Record<string, () => Promise<OfflineReaders>>> = {
  evidence: async () => (await import("../evidence/evidence-reader.ts")).evidenceReaders,
  judges: async () => (await import("./judges/reader.ts")).judgesReaders,
  challenge: async () => (await import("./challenge/reader.ts")).challengeReaders,
  board: async () => (await import("./board/reader.ts")).boardReaders,
  roundtable: async () => (await import("./roundtable/reader.ts")).roundtableReaders,
  merge: async () => (await import("./merge/reader.ts")).mergeReaders,
  review: async () => (await import("./review/reader.ts")).reviewReaders,
};

/** The kind of an ask begins with the name of its protocol. */
export async function loadOfflineReader(kind: string): Promise<OfflineReader | undefined> {
  const [protocol = ""] = kind.split(".");
  const readers = Object.hasOwn(READERS, protocol) ? await READERS[protocol]?.() : undefined;
  return readers && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
}
