/**
 * Journals in PostgreSQL: for teams, whose processes run on several machines.
 *
 * PG4. Nothing is loaded or connected before the first use, and no message contains the password.
 */
import { type Clock, systemClock } from "../clock.ts";
import { StoreError } from "../errors.ts";
import type { Store } from "../store.ts";
import { createDeferredStore } from "./deferred-store.ts";
import { parsePostgresAddress } from "./postgres-address.ts";

export function postgresStore(url: string, clock: Clock = systemClock): Store {
  const address = parsePostgresAddress(url);
  return createDeferredStore({
    async open() {
      const { openPostgresStore } = await import("../team/postgres/postgres-store.ts");
      return openPostgresStore({ address, clock });
    },
    closed: () =>
      new StoreError("store-unavailable", `The connection to ${address.shown} was closed.`),
  });
}
