/**
 * Cancels turns in flight. It is lighter than an AbortSignal, because every call listens to it and most debates never
 * use it.
 */
export interface Cancellation {
  readonly cancelled: boolean;
  readonly cancel: () => void;
  /** Calls back when it is pulled; the returned function takes that back. */
  onCancel(call: () => void): () => void;
}

export function createCancellation(): Cancellation {
  const listeners = new Set<() => void>();
  let pulled = false;
  return {
    get cancelled() {
      return pulled;
    },
    cancel() {
      if (pulled) return;
      pulled = true;
      for (const call of listeners) call();
      listeners.clear();
    },
    onCancel(call) {
      listeners.add(call);
      return () => {
        listeners.delete(call);
      };
    },
  };
}
