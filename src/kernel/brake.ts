/** Stops turns in flight. Lighter than an AbortSignal: every call listens to it, and most debates never pull it. */
export interface Brake {
  readonly pulled: boolean;
  readonly pull: () => void;
  /** Calls back when it is pulled; the returned function takes that back. */
  listen(call: () => void): () => void;
}

export function brake(): Brake {
  const listeners = new Set<() => void>();
  let pulled = false;
  return {
    get pulled() {
      return pulled;
    },
    pull() {
      if (pulled) return;
      pulled = true;
      for (const call of listeners) call();
      listeners.clear();
    },
    listen(call) {
      listeners.add(call);
      return () => {
        listeners.delete(call);
      };
    },
  };
}
