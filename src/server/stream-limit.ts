/**
 * Browsers open six connections per host and queue everything else. A page's stream takes one of them, so with many
 * open pages streams take turns: the oldest ends, and its page reconnects where it was.
 */
export interface StreamLimit {
  /** The signal ends the stream that enters; `leave` makes its place free. */
  enter(): { readonly signal: AbortSignal; readonly leave: () => void };
}

export function createStreamLimit(most: number): StreamLimit {
  const inside = new Set<AbortController>();
  return {
    enter() {
      const [oldest] = inside;
      if (inside.size >= most && oldest) {
        inside.delete(oldest);
        oldest.abort();
      }
      const own = new AbortController();
      inside.add(own);
      return { signal: own.signal, leave: () => void inside.delete(own) };
    },
  };
}
