/**
 * Computes once per value: every prompt, check and document asks a debate the same questions again, and a long one
 * would spend its time counting words.
 */
export function computeOnce<Value extends object, Answer>(
  compute: (value: Value) => Answer,
): (value: Value) => Answer {
  const known = new WeakMap<Value, { readonly answer: Answer }>();
  return (value) => {
    const entry = known.get(value) ?? { answer: compute(value) };
    known.set(value, entry);
    return entry.answer;
  };
}
