/** A store that is opened on first use. */
import type { Store } from "../store.ts";

/** Opened once; after a failure the next use tries again. */
export function createDeferredStore(setting: {
  readonly open: () => Promise<Store>;
  /** The error of a use after closing. */
  readonly closed: () => Error;
}): Store {
  let opened: Promise<Store> | undefined;
  let isClosed = false;

  function open(): Promise<Store> {
    if (isClosed) return Promise.reject(setting.closed());
    opened ??= setting.open().catch((cause: unknown) => {
      opened = undefined;
      throw cause;
    });
    return opened;
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
    keepSignature: async (debate, signature) => (await open()).keepSignature(debate, signature),
    signatures: async (debate) => (await open()).signatures(debate),
    async close() {
      isClosed = true;
      const store = opened?.catch(() => undefined);
      opened = undefined;
      await (await store)?.close();
    },
  };
}
