/** Computes once per value: every prompt, check and page asks a merge the same questions. */
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
