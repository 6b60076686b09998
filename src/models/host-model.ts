/** A seat answered by the calling program's model: a tool hands out the prompt, and another takes the reply. */
import { HOST_MODEL } from "../domain/awaited.ts";
import { type Model, ModelError } from "../model.ts";

export function createHostModel(): Model {
  return {
    id: HOST_MODEL,
    awaits: "host",
    notice:
      "the calling program's own model answers, in a conversation that may hold more than the prompt",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    // oxlint-disable-next-line require-yield -- a host answers through the journal
    async *answer() {
      throw new ModelError("unavailable", "a host answers with its tools, not here");
    },
  };
}
