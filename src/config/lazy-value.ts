/** What takes long to make, made when it is first asked for. */
export function createLazyValue<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
