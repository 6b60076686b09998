/** A long list that renders only the part near the window; the rest is empty space of the right size. */
import type { ComponentChild } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

/** Entries that come and go together. */
const CHUNK = 12;
const NEAR = "1400px 0px";

export interface VirtualizedListProps<T> {
  readonly list: readonly T[];
  readonly getKey: (one: T) => string;
  /** How high it will be, roughly, in pixels. */
  readonly measureHeight: (one: T) => number;
  readonly render: (one: T) => ComponentChild;
  /** The one that must be there, wherever the window is. */
  readonly pinned?: number;
}

export function VirtualizedList<T>(props: VirtualizedListProps<T>) {
  const { list, getKey, measureHeight, render, pinned = -1 } = props;
  const chunks = useMemo(() => splitIntoChunks(list), [list]);
  const all = useIsPrinting();
  return (
    <>
      {chunks.map((chunk, index) => {
        const first = chunk[0];
        const isPinned = all || Math.floor(pinned / CHUNK) === index;
        return (
          <VirtualizedChunk
            key={first === undefined ? index : getKey(first)}
            isPinned={isPinned || index === 0}
            room={() => chunk.reduce((sum, one) => sum + measureHeight(one), 0)}
          >
            {() => chunk.map((one) => render(one))}
          </VirtualizedChunk>
        );
      })}
    </>
  );
}

function VirtualizedChunk(props: {
  isPinned: boolean;
  room: () => number;
  children: () => ComponentChild;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const height = useRef<number | null>(null);
  const [isNear, setNear] = useState(props.isPinned);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen === undefined) return;
        if (!seen.isIntersecting) height.current = seen.boundingClientRect.height;
        setNear(seen.isIntersecting);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isThere = isNear || props.isPinned;
  return (
    <div ref={ref} style={isThere ? {} : { blockSize: `${height.current ?? props.room()}px` }}>
      {isThere && props.children()}
    </div>
  );
}

function splitIntoChunks<T>(list: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < list.length; from += CHUNK) chunks.push(list.slice(from, from + CHUNK));
  return chunks;
}

/** On paper all of it is needed. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = (): void => setPrinting(true);
    const after = (): void => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}
