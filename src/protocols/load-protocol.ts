/** The rules of one debate, without those of all others: they take long to load. */
import type { Protocol } from "../protocol.ts";

const LOADED: Readonly<Record<string, () => Promise<Protocol>>> = {
  judges: async () => (await import("./judges/judges.ts")).judges,
  challenge: async () => (await import("./challenge/challenge.ts")).challenge,
  board: async () => (await import("./board/board.ts")).board,
  roundtable: async () => (await import("./roundtable/roundtable.ts")).roundtable,
  merge: async () => (await import("./merge/protocol.ts")).merge,
  review: async () => (await import("./review/review.ts")).review,
  poll: async () => (await import("./poll/poll.ts")).poll,
};

/** Undefined where the rules are not Dissent's own. */
export async function loadProtocol(id: string): Promise<Protocol | undefined> {
  return Object.hasOwn(LOADED, id) ? LOADED[id]?.() : undefined;
}
