/** Questions to the server that sent the page, and its refusals in words. */
import type { PageError } from "../../src/page/payload.ts";
import { me } from "./me.ts";

export { canAct, canDecide, canRun } from "./place.ts";

/** What was refused, and what to do about it. */
export class PageTrouble extends Error {
  override readonly name = "PageTrouble";
  readonly code: string;
  readonly hint: string | null;

  constructor({ code, message, hint }: PageError["error"]) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export function get<T>(path: string): Promise<T> {
  return asked<T>(path, { headers: { accept: "application/json" } });
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return asked<T>(path, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function asked<T>(path: string, request: RequestInit): Promise<T> {
  const response = await fetch(path, request).catch(() => {
    throw new PageTrouble(unreachable());
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new PageTrouble(refusalIn(answer) ?? unsaid(response.status));
  return answer as T;
}

function unreachable(): PageError["error"] {
  const hint =
    me.value === null
      ? "It may have been stopped; start it again with `dissent view`."
      : "It may be starting again; try once more in a moment.";
  return { code: "unreachable", message: "The server does not answer.", hint };
}

function refusalIn(answer: unknown): PageError["error"] | undefined {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return undefined;
  const { error } = answer as Partial<PageError>;
  if (typeof error?.message !== "string") return undefined;
  return { code: error.code, message: error.message, hint: error.hint ?? null };
}

function unsaid(status: number): PageError["error"] {
  return { code: `http-${status}`, message: `The server answered ${status}.`, hint: null };
}
