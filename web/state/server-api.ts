/** Requests to the server that sent the page, and its refusals in words. */
import type { PageError } from "../../src/page/page-payload.ts";
import { currentPerson } from "./page-context.ts";

export { canAct, canDecide, canRun } from "./page-context.ts";

/** What was refused, and what to do about it. */
export class ServerRequestError extends Error {
  override readonly name = "PageTrouble";
  readonly code: string;
  readonly hint: string | null;

  constructor({ code, message, hint }: PageError["error"]) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export function fetchJson<T>(path: string): Promise<T> {
  return sendRequest<T>(path, { headers: { accept: "application/json" } });
}

export function postJson<T>(path: string, body: unknown): Promise<T> {
  return sendRequest<T>(path, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function sendRequest<T>(path: string, request: RequestInit): Promise<T> {
  const response = await fetch(path, request).catch(() => {
    throw new ServerRequestError(createUnreachableError());
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new ServerRequestError(parseServerRefusal(answer) ?? createStatusError(response.status));
  return answer as T;
}

function createUnreachableError(): PageError["error"] {
  const hint =
    currentPerson.value === null
      ? "It may have been stopped; start it again with `dissent view`."
      : "It may be starting again; try once more in a moment.";
  return { code: "unreachable", message: "The server does not answer.", hint };
}

function parseServerRefusal(answer: unknown): PageError["error"] | undefined {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return undefined;
  const { error } = answer as Partial<PageError>;
  if (typeof error?.message !== "string") return undefined;
  return { code: error.code, message: error.message, hint: error.hint ?? null };
}

function createStatusError(status: number): PageError["error"] {
  return { code: `http-${status}`, message: `The server answered ${status}.`, hint: null };
}
