/** What a decided debate may still fail a script on. Contested questions have an exit code of their own. */
import { isDegraded, type Outcome } from "../domain/outcome.ts";
import { SetupError } from "../errors.ts";
import { nearest } from "../intake/nearest.ts";

const GATES = {
  dissent: ({ dissents }: Outcome) => dissents.length > 0,
  degraded: isDegraded,
  "low-confidence": ({ confidence }: Outcome) => confidence !== "HIGH",
} as const;
export type Gate = keyof typeof GATES;

/** Reads `dissent,degraded`; a misspelt gate must not stay open in silence. */
export function gatesFrom(text: string | undefined): readonly Gate[] {
  if (text === undefined) return [];
  return text.split(",").map((word) => {
    const gate = word.trim();
    if (isGate(gate)) return gate;
    const guess = nearest(gate, Object.keys(GATES));
    throw new SetupError("usage", `--fail-on knows no "${gate}".`, {
      hint:
        guess === undefined
          ? `Choose from: ${Object.keys(GATES).join(", ")}.`
          : `Did you mean ${guess}?`,
    });
  });
}

export function tripped(gates: readonly Gate[], outcome: Outcome): readonly Gate[] {
  return gates.filter((gate) => GATES[gate](outcome));
}

function isGate(word: string): word is Gate {
  return Object.hasOwn(GATES, word);
}
