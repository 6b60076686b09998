/** A deed that may cost something: a refusal for its price is a question, and the answer goes with the next try. */
import { useState } from "preact/hooks";

import { isAboutPrice, priceIn } from "./agreed.ts";
import { type Action, useAction } from "./use-action.ts";

interface Priced {
  readonly action: Action;
  /** The price that has to be agreed to before it is done; null while there is none. */
  readonly price: number | null;
  readonly run: (act: (agreement: { agreedUsd?: number }) => Promise<void>) => void;
}

export function usePriced(): Priced {
  const action = useAction();
  const [agreed, setAgreed] = useState<number | null>(null);
  const { refusal } = action;
  const price = refusal !== null && isAboutPrice(refusal.code) ? priceIn(refusal.message) : null;
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
