/** Whether there is room for one column only. */
import { useEffect, useState } from "preact/hooks";

const ONE_COLUMN_QUERY = "(max-width: 1080px)";

export function useNarrowLayout(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(ONE_COLUMN_QUERY).matches);
  useEffect(() => {
    const query = matchMedia(ONE_COLUMN_QUERY);
    const follow = (): void => setNarrow(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return isNarrow;
}
