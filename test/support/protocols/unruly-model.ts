/** Models of random debates: seeded dice, and a model that stalls, vanishes, speaks garbage or answers. */
import { type Model, ModelError, type ModelRequest } from "../../../src/model.ts";

export interface Dice {
  /** A whole number below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <One>(choices: readonly One[]) => One;
  readonly chance: (percent: number) => boolean;
}

/** Small and seeded: the same number plays the same debate again. */
export function createDice(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const below = (limit: number): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return {
    below,
    pick: (choices) => choices[below(choices.length)]!,
    chance: (percent) => below(100) < percent,
  };
}

export interface Temper {
  /** How often a call fails, in per cent; drawn anew for each debate. */
  readonly trouble: number;
  readonly garbage: number;
}

export function unrulyModel(
  dice: Dice,
  { trouble, garbage }: Temper,
  { garbled, said }: { garbled: readonly string[]; said: (request: ModelRequest) => object | null },
): Model {
  return {
    id: "wild",
    worstCase: () => ({ tokens: 10, usd: 0 }),
    async *answer(request, signal) {
      if (dice.chance(trouble)) await vanish(dice, signal);
      const text = dice.chance(garbage) ? dice.pick(garbled) : JSON.stringify(said(request));
      const tokens = { inputTokens: 5, outputTokens: 5, costUsd: 0 };
      const served = { provider: "wild", model: "wild", version: null, ...tokens };
      yield { type: "answer-given", text, served };
    },
  };
}

async function vanish(dice: Dice, signal: AbortSignal): Promise<void> {
  const way = dice.below(4);
  if (way === 0) throw new ModelError("unavailable", "down");
  if (way === 1) throw new ModelError("refused", "no");
  if (way === 2) throw new Error("a defect of the adapter");
  await new Promise((_, reject) => {
    const stop = (): void => reject(new ModelError("timed-out", "silent"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}
