/** A seat answered by a person, in a terminal or on a page, now or days later. */
import { type Model, ModelError } from "../model.ts";

export function createPersonModel(): Model {
  return {
    id: "person",
    awaits: "person",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    // oxlint-disable-next-line require-yield -- a person answers through the journal
    async *answer() {
      throw new ModelError(
        "unavailable",
        "a person answers with dissent resume --answer, not here",
      );
    },
  };
}
