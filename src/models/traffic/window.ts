/** So many in any stretch of time, wherever it begins: the next comes a whole period after the one so many before it. */
export interface SlidingWindow {
  /** Until one more may enter; 0 means now. */
  waitMs(nowMs: number): number;
  enter(nowMs: number): void;
}

export function createSlidingWindow(most: number | null, periodMs: number): SlidingWindow {
  if (most === null) return { waitMs: () => 0, enter: () => {} };
  const entered: number[] = [];
  return {
    waitMs(nowMs) {
      const first = entered.length < most ? undefined : entered[entered.length - most];
      return first === undefined ? 0 : Math.max(0, first + periodMs - nowMs);
    },
    enter(nowMs) {
      entered.push(nowMs);
      if (entered.length > 2 * most) entered.splice(0, entered.length - most);
    },
  };
}
