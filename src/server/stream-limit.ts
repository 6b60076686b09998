/**
 * Browsers open six connections to a host and let everything else wait. A page's stream takes one of them, so where
 * many pages are open, streams take turns: the oldest ends, and its page connects again with what it has seen.
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
