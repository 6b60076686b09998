/** One action of a person: whether it is in progress, and what went wrong. */
import { useRef, useState } from "preact/hooks";

import { buildDebateApiPath } from "../state/follow-debate.ts";
import { ServerRequestError } from "../state/server-api.ts";
import { isPriceRefusal, parseRefusedPrice } from "./fork-planning.ts";

export interface ActionRefusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

export interface ActionState {
  readonly busy: boolean;
  readonly refusal: ActionRefusal | null;
  /** Does it, unless it is being done already. */
  readonly run: (act: () => Promise<void>) => void;
  readonly forget: () => void;
}

export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ActionRefusal | null>(null);
  // two presses within one frame both see the same state
  const underWay = useRef(false);

  async function doing(act: () => Promise<void>): Promise<void> {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      await act();
    } catch (error) {
      setRefusal(toActionRefusal(error));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    refusal,
    run: (act) => void doing(act),
    forget: () => setRefusal(null),
  };
}

function toActionRefusal(error: unknown): ActionRefusal {
  if (error instanceof ServerRequestError) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "defect",
    message: `The page failed: ${message}`,
    hint: "Load it again; what you typed is kept.",
  };
}

// A deed that may cost something: a refusal for its price is a question, and the answer goes with the next try.

interface PricedActionState {
  readonly action: ActionState;
  /** The price to confirm first; null while there is none. */
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

// Where the server takes what a person does.

type DebateAction = "decision" | "answer" | "pause" | "resume" | "ask" | "fork" | "form";

export function buildActionPath(debate: string, deed: DebateAction): string {
  return `${buildDebateApiPath(debate)}/${deed}`;
}
