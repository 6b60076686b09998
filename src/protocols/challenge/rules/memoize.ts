/**
 * Computes once per value. A debate is a value that many questions are asked of, and every prompt,
 * check and document asks them again; without this a long debate spends its time counting words.
 */
export function remembered<Value extends object, Answer>(
  compute: (value: Value) => Answer,
): (value: Value) => Answer {
  const known = new WeakMap<Value, { readonly answer: Answer }>();
  return (value) => {
    const entry = known.get(value) ?? { answer: compute(value) };
    known.set(value, entry);
    return entry.answer;
  };
}
