/**
 * Journals in PostgreSQL: for teams, whose processes run on several machines.
 *
 * PG1. An append is durable when it resolves: lines, texts and summary are one transaction.
 * PG2. Position and lease are checked inside it, so two processes can never both write.
 * PG3. Only the database's clock says whether a lease has expired; every new lease has a new token.
 * PG4. Nothing is loaded or connected before the first use, and no message contains the password.
 */
import { type Clock, systemClock } from "../clock.ts";
import type { Store } from "../store.ts";
import type { PostgresConnectionOptions } from "../team/postgres/postgres-connections.ts";
import { createClosedStoreError, createPostgresError } from "../team/postgres/postgres-errors.ts";
import { createDeferredStore } from "./deferred-store.ts";
import { parsePostgresAddress } from "./postgres-address.ts";

export function postgresStore(url: string, clock: Clock = systemClock): Store {
  return createLazyPostgresStore({ address: parsePostgresAddress(url), clock });
}

// A PostgreSQL store that loads its driver and connects when it is first used.

export function createLazyPostgresStore(setting: PostgresConnectionOptions): Store {
  const { address } = setting;
  return createDeferredStore({
    closed: () => createClosedStoreError(address),
    async open() {
      try {
        const { openPostgresStore } = await import("../team/postgres/postgres-store.ts");
        return await openPostgresStore(setting);
      } catch (cause) {
        throw createPostgresError(cause, "reached", address);
      }
    },
  });
}
