/**
 * Journals in PostgreSQL: for teams, whose processes run on several machines.
 *
 * PG1. An append is durable when it resolves: lines, texts and summary are one transaction.
 * PG2. Place and lease are checked inside it, so two processes can never both write.
 * PG3. Whether a lease has run out is told by the database's clock alone; every taking makes a new token.
 * PG4. Nothing is loaded or connected before the first use, and no message holds the password.
 */
import { type Clock, systemClock } from "../clock.ts";
import type { Store } from "../store.ts";
import { postgresAddress } from "./postgres-address.ts";
import type { ConnectionSetting } from "./postgres-connections.ts";
import { closedStore, unavailable } from "./postgres-errors.ts";

export function postgresStore(
  url: string,
  clock: Clock = systemClock,
  load?: ConnectionSetting["load"],
): Store {
  const address = postgresAddress(url);
  let opened: Promise<Store> | undefined;
  let closed = false;

  /** Once; after a failure the next use tries again. */
  function open(): Promise<Store> {
    if (closed) return Promise.reject(closedStore(address));
    opened ??= opening().catch((cause: unknown) => {
      opened = undefined;
      throw unavailable(cause, "reached", address);
    });
    return opened;
  }

  async function opening(): Promise<Store> {
    const { openStore } = await import("./postgres-open.ts");
    return openStore({ address, clock, ...(load && { load }) });
  }

  return {
    append: async (addition) => (await open()).append(addition),
    read: async (debate, from) => (await open()).read(debate, from),
    async *watch(debate, from, signal) {
      if (signal.aborted) return;
      yield* (await open()).watch(debate, from, signal);
    },
    lease: async (debate, ttlMs) => (await open()).lease(debate, ttlMs),
    renew: async (lease, ttlMs) => (await open()).renew(lease, ttlMs),
    release: async (lease) => (await open()).release(lease),
    list: async (query) => (await open()).list(query),
    putBlob: async (sha256, text) => (await open()).putBlob(sha256, text),
    blob: async (sha256) => (await open()).blob(sha256),
    async close() {
      closed = true;
      const store = opened?.catch(() => undefined);
      opened = undefined;
      await (await store)?.close();
    },
  };
}
