/** A PostgreSQL store that loads its driver and connects when it is first used. */
import type { Store } from "../../store.ts";
import { deferredStore } from "../../stores/deferred.ts";
import type { ConnectionSetting } from "./postgres-connections.ts";
import { closedStore, unavailable } from "./postgres-errors.ts";

export function postgresOnFirstUse(setting: ConnectionSetting): Store {
  const { address } = setting;
  return deferredStore({
    closed: () => closedStore(address),
    async open() {
      try {
        const { openStore } = await import("./postgres-open.ts");
        return await openStore(setting);
      } catch (cause) {
        throw unavailable(cause, "reached", address);
      }
    },
  });
}
