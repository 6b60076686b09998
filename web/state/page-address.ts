/** Views and parameters after the `#` of the address. */

export const VIEWS = ["floor", "transcript", "challenges", "document", "record"] as const;
export type DebateView = (typeof VIEWS)[number];

/** Two debates compared, on the page with all debates. */
const COMPARE = "compare";

/** What all debates show together. */
const STATISTICS = "statistics";

/** `#/challenges?at=12&claim=E5`: the view, and everything else that is chosen. */
export interface PageRoute {
  readonly view: DebateView | "home" | typeof COMPARE | typeof STATISTICS;
  readonly parameters: Readonly<Record<string, string>>;
}

export function parsePageRoute(text: string): PageRoute {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?", 2);
  const others = ["home", COMPARE, STATISTICS] as const;
  const view = [...VIEWS, ...others].find((one) => one === path) ?? "floor";
  return { view, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a view with parameters changed; an empty one is taken out. Others are kept within a view. */
export function formatPageAddress(
  here: PageRoute,
  view: PageRoute["view"],
  changes: Readonly<Record<string, string | null>>,
): string {
  const parameters = new URLSearchParams(
    view === here.view ? here.parameters : readSnapshotParameter(here),
  );
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") parameters.delete(name);
    else parameters.set(name, value);
  }
  const query = parameters.toString();
  return `#/${view}${query === "" ? "" : `?${query}`}`;
}

/** The event shown stays the same from view to view. */
function readSnapshotParameter({ parameters: { at } }: PageRoute): Record<string, string> {
  return at === undefined ? {} : { at };
}

/** Where two debates are compared on the same server. */
export function formatCompareAddress(first: string, second: string): string {
  return `/#/${COMPARE}?${new URLSearchParams({ first, second }).toString()}`;
}
