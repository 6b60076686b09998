/** One thing a person does: whether it is under way, and what went wrong. */
import { useRef, useState } from "preact/hooks";

import { ServerRequestError } from "../state/server-api.ts";

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
