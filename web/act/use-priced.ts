/** A deed that may cost something: a refusal for its price is a question, and the answer goes with the next try. */
import { useState } from "preact/hooks";

import { isPriceRefusal, parseRefusedPrice } from "./agreed.ts";
import { type ActionState, useAction } from "./use-action.ts";

interface PricedActionState {
  readonly action: ActionState;
  /** The price that has to be agreed to before it is done; null while there is none. */
  readonly price: number | null;
  readonly run: (act: (agreement: { agreedUsd?: number }) => Promise<void>) => void;
}

export function usePricedAction(): PricedActionState {
  const action = useAction();
  const [agreed, setAgreed] = useState<number | null>(null);
  const { refusal } = action;
  const price =
    refusal !== null && isPriceRefusal(refusal.code) ? parseRefusedPrice(refusal.message) : null;
  return {
    action,
    price,
    run: (act) => {
      const agreedUsd = price ?? agreed;
      setAgreed(agreedUsd);
      action.run(() => act(agreedUsd === null ? {} : { agreedUsd }));
    },
  };
}
