/** Remembers the last few of what is costly to work out, and works each out once however many ask at a time. */
export function createLruMemo<Value>(
  most: number,
): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key, work) => {
    const found = known.get(key) ?? work();
    // asked for last, forgotten last
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}
