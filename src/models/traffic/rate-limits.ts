/** Limits per minute: a token bucket that fills evenly and is drawn from before each request. */
export interface TokenBucket {
  /** Until so much may be drawn; 0 means now. */
  waitMs(amount: number, nowMs: number): number;
  draw(amount: number, nowMs: number): void;
  /** What was drawn and not used comes back; what was used beyond it is owed. */
  giveBack(amount: number, nowMs: number): void;
}

export function createTokenBucket(perMinute: number | null, startMs: number): TokenBucket {
  if (perMinute === null) return BOTTOMLESS;
  const perMs = perMinute / 60_000;
  let level = perMinute;
  let atMs = startMs;
  const fill = (nowMs: number): void => {
    level = Math.min(perMinute, level + Math.max(0, nowMs - atMs) * perMs);
    atMs = Math.max(atMs, nowMs);
  };
  return {
    waitMs(amount, nowMs) {
      fill(nowMs);
      // one request may be larger than a minute allows: it waits for a full bucket and leaves a debt
      const missing = Math.min(amount, perMinute) - level;
      return missing <= ROUNDING ? 0 : Math.ceil((missing - ROUNDING) / perMs);
    },
    draw(amount, nowMs) {
      fill(nowMs);
      level -= amount;
    },
    giveBack(amount, nowMs) {
      fill(nowMs);
      level += amount;
    },
  };
}

// a sum of many fillings may end a hair below what was waited for
const ROUNDING = 1e-6;

const BOTTOMLESS: TokenBucket = { waitMs: () => 0, draw: () => {}, giveBack: () => {} };

/** So many in any stretch of time, wherever it begins: the next comes a whole period after the one so many before it. */
interface SlidingWindow {
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
