/** Resolves when everything that can happen without time passing has happened. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** An abort signal pair as a surface makes them: one press pauses, the next drops. */
export function steer(): {
  readonly steering: { readonly pause: AbortSignal; readonly drop: AbortSignal };
  readonly pause: () => void;
  readonly drop: () => void;
} {
  const paused = new AbortController();
  const dropped = new AbortController();
  return {
    steering: { pause: paused.signal, drop: dropped.signal },
    pause: () => {
      paused.abort();
    },
    drop: () => {
      dropped.abort();
    },
  };
}
