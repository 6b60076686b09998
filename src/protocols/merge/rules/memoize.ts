/** Computes once per value: a merge is a value that every prompt, check and page asks the same questions of. */
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
