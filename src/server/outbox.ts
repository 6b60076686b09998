/** What waits to be sent to one client: bounded, so that a client that does not read costs no memory. */

export interface BoundedOutbox {
  /** False when the client is too far behind and was given up. */
  put(text: string): boolean;
  /** Resolves when there is room again; at once where there is. */
  readonly room: () => Promise<void>;
  /** What waits, as one piece; undefined once it has ended. */
  readonly take: () => Promise<string | undefined>;
  /** Whether anything waits that was put before. */
  readonly isEmpty: () => boolean;
  end(): void;
}

export function createBoundedOutbox(mostCharacters: number): BoundedOutbox {
  let waiting: string[] = [];
  let size = 0;
  let ended = false;
  let wakeReader = (): void => {};
  let wakeWriters: (() => void)[] = [];

  function end(): void {
    ended = true;
    wakeReader();
    for (const wake of wakeWriters.splice(0)) wake();
  }

  return {
    end,
    isEmpty: () => waiting.length === 0,
    put(text) {
      if (ended) return false;
      if (size > mostCharacters) {
        waiting = [];
        end();
        return false;
      }
      waiting.push(text);
      size += text.length;
      wakeReader();
      return true;
    },
    async room() {
      if (ended || size <= mostCharacters / 2) return;
      await new Promise<void>((resolve) => wakeWriters.push(resolve));
    },
    async take() {
      while (waiting.length === 0) {
        if (ended) return undefined;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
      const text = waiting.join("");
      waiting = [];
      size = 0;
      for (const wake of wakeWriters.splice(0)) wake();
      return text;
    },
  };
}
