/** Chance that can be drawn again: the same seed gives the same numbers on every machine. */

export interface SeededGenerator {
  /** In [0, 1), with 53 bits. */
  uniform(): number;
  /** 0 to `count` - 1. */
  integer(count: number): number;
  normal(): number;
  beta(a: number, b: number): number;
}

/** Two 32-bit words of a text; good enough to seed a generator and for single draws, not for secrets. */
function mixText(text: string): readonly [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}

/** One draw in [0, 1) that depends on these words alone. */
export function drawUniform(...words: readonly (string | number)[]): number {
  const [high, low] = mixText(words.join("\u0000"));
  return joinWords(high, low);
}

function joinWords(high: number, low: number): number {
  return ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992;
}

/** xoshiro128** over words of the seed. */
export function createSeededGenerator(seed: string | number): SeededGenerator {
  let [a, b] = mixText(`${seed}`);
  let [c, d] = mixText(`${seed}\u0000more`);
  const nextWord = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  const uniform = (): number => joinWords(nextWord(), nextWord());
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  // Marsaglia and Tsang; below 1 it is drawn for one more and scaled back
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - uniform()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v))
        return d * v;
    }
  };
  return {
    uniform,
    integer: (count) => Math.floor(uniform() * count),
    normal,
    beta(a, b) {
      const first = gamma(a);
      const second = gamma(b);
      // both can be too small to tell from 0, where the share is decided by a coin
      return first + second === 0 ? Number(uniform() < a / (a + b)) : first / (first + second);
    },
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
