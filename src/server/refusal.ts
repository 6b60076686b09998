/** What is not done, in words and as a status. Every refusal of the server looks the same. */
import {
  DissentError,
  ReplayError,
  type SetupCode,
  SetupError,
  StoreError,
  type StoreCode,
} from "../errors.ts";
import type { PageError } from "../page/payload.ts";
import { oneLine } from "../text/markdown.ts";

const STATUS = {
  "bad-request": 400,
  "no-token": 401,
  "wrong-origin": 403,
  "read-only": 403,
  "no-scope": 403,
  "not-found": 404,
  "held-elsewhere": 409,
  "price-changed": 409,
  "too-large": 413,
  "not-json": 415,
  "wrong-host": 421,
  "too-many-requests": 429,
  "too-many-streams": 429,
  busy: 503,
} as const;
export type RefusalCode = keyof typeof STATUS;

/** Refused by the server itself, before the engine is asked. */
export class Refusal extends DissentError {
  readonly code: RefusalCode;
  /** Seconds after which it may be tried again; undefined where waiting does not help. */
  readonly retryAfterS: number | undefined;

  constructor(code: RefusalCode, message: string, hint?: string) {
    super(message, hint === undefined ? {} : { hint });
    this.code = code;
    this.retryAfterS = undefined;
  }
}

/** Refused for now. */
export class Wait extends Refusal {
  override readonly retryAfterS: number;

  constructor(
    code: Extract<RefusalCode, "too-many-requests" | "too-many-streams" | "busy">,
    message: string,
    seconds: number,
  ) {
    super(code, message, `Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`);
    this.retryAfterS = seconds;
  }
}

type Status = (typeof STATUS)[RefusalCode] | 402 | 500;

const OF_SETUP: Readonly<Partial<Record<SetupCode, Status>>> = {
  "unknown-debate": 404,
  "needs-confirmation": 409,
  "not-decidable": 409,
  "not-resumable": 409,
  "budget-spent": 402,
  "unknown-token": 404,
  "no-database": 503,
  "fleet-trouble": 503,
};

const OF_STORE: Readonly<Record<StoreCode, Status>> = {
  "store-conflict": 409,
  "store-lease-held": 409,
  "store-lease-lost": 409,
  "store-unavailable": 503,
  "store-corrupt": 500,
};

export interface Refused {
  readonly status: Status;
  readonly body: PageError;
}

/** Anything that was not thrown on purpose is a defect, and what it says stays here. */
export function refused(error: unknown, redact: (text: string) => string): Refused {
  if (!(error instanceof DissentError)) {
    return {
      status: 500,
      body: pageError("defect", "This is a defect, please report it.", "The terminal says more."),
    };
  }
  const message = redact(oneLine(error.message));
  const hint = error.hint === undefined ? null : redact(oneLine(error.hint));
  return { status: statusOf(error), body: pageError(error.code, message, hint) };
}

function statusOf(error: DissentError): Status {
  if (error instanceof Refusal) return STATUS[error.code];
  if (error instanceof SetupError) return OF_SETUP[error.code] ?? 400;
  if (error instanceof StoreError) return OF_STORE[error.code];
  return error instanceof ReplayError ? 409 : 500;
}

function pageError(code: string, message: string, hint: string | null): PageError {
  return { error: { code, message, hint } };
}
