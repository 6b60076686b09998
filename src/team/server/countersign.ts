/**
 * Signs the outcomes of the debates that a server sends to its fleet.
 *
 * CS1. An outcome is signed once it stands in the journal, whichever worker reached it; signing never stops a debate.
 */
import type { Dissent } from "../../dissent.ts";
import type { BackgroundRunner } from "../../server/background-runner.ts";

export interface OutcomeSigner {
  readonly holder: BackgroundRunner;
  /** Follows debates that were under way before the server started. */
  followRunning(): Promise<void>;
}

export function createOutcomeSigner(
  holder: BackgroundRunner,
  app: Pick<Dissent, "watch" | "list" | "signOutcome">,
  onTrouble: (error: unknown) => void,
): OutcomeSigner {
  const closing = new AbortController();
  const followed = new Map<string, Promise<void>>();

  function follow(debate: string): void {
    if (followed.has(debate) || closing.signal.aborted) return;
    const ended = signWhenSettled(debate)
      .catch(onTrouble)
      .finally(() => void followed.delete(debate));
    followed.set(debate, ended);
  }

  async function signWhenSettled(debate: string): Promise<void> {
    for await (const { fact } of app.watch(debate, 0, closing.signal)) {
      if (fact.type !== "debate-settled") continue;
      await app.signOutcome(debate);
      return;
    }
  }

  return {
    holder: {
      ...holder,
      async start(debate, taking) {
        await holder.start(debate, taking);
        follow(debate);
      },
      async close() {
        closing.abort();
        await Promise.all(followed.values());
        await holder.close();
      },
    },
    async followRunning() {
      for (const { id } of await app.list({ status: "running" })) follow(id);
    },
  };
}
