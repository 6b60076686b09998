/** A PostgreSQL store that loads its driver and connects when it is first used. */
import type { Store } from "../../store.ts";
import { createDeferredStore } from "../../stores/deferred-store.ts";
import type { PostgresConnectionOptions } from "./postgres-connections.ts";
import { createClosedStoreError, createPostgresError } from "./postgres-errors.ts";

export function createLazyPostgresStore(setting: PostgresConnectionOptions): Store {
  const { address } = setting;
  return createDeferredStore({
    closed: () => createClosedStoreError(address),
    async open() {
      try {
        const { openPostgresStore } = await import("./postgres-store.ts");
        return await openPostgresStore(setting);
      } catch (cause) {
        throw createPostgresError(cause, "reached", address);
      }
    },
  });
}
