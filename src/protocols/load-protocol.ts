/** The rules of one debate, without those of all others: they take long to load. */
import type { Protocol } from "../protocol.ts";

const LOADED: Readonly<Record<string, () => Promise<Protocol>>> = {
  judges: async () => (await import("./judges/protocol.ts")).judges,
  challenge: async () => (await import("./challenge/protocol.ts")).challenge,
  board: async () => (await import("./board/protocol.ts")).board,
  roundtable: async () => (await import("./roundtable/protocol.ts")).roundtable,
  merge: async () => (await import("./merge/protocol.ts")).merge,
  review: async () => (await import("./review/protocol.ts")).review,
  poll: async () => (await import("./poll/protocol.ts")).poll,
};

/** Undefined where the rules are not Dissent's own. */
export async function loadProtocol(id: string): Promise<Protocol | undefined> {
  return Object.hasOwn(LOADED, id) ? LOADED[id]?.() : undefined;
}
