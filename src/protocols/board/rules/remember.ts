/** A debate's state never changes, so what follows from it is computed once. */
import type { BoardHearing } from "./board-debate.ts";

export function rememberPerHearing<Value>(
  compute: (hearing: BoardHearing) => Value,
): (hearing: BoardHearing) => Value {
  const known = new WeakMap<BoardHearing, { readonly value: Value }>();
  return (hearing) => {
    const found = known.get(hearing) ?? { value: compute(hearing) };
    known.set(hearing, found);
    return found.value;
  };
}
