/** Refusals as a message and a status. Every refusal of the server looks the same. */
import { CommandRefusal } from "../app/commands/command-refusal.ts";
import {
  DissentError,
  ReplayError,
  type SetupCode,
  SetupError,
  StoreError,
  type StoreCode,
} from "../errors.ts";
import { ModelError } from "../model.ts";
import type { PageError } from "../page/page-payload.ts";
import { sanitizeLine } from "../text/markdown.ts";

const REFUSAL_STATUS = {
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
export type RefusalCode = keyof typeof REFUSAL_STATUS;

/** Refused by the server itself, before the engine is asked. */
export class RequestRefusal extends DissentError {
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
export class RetryLaterRefusal extends RequestRefusal {
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

type RefusalStatus = (typeof REFUSAL_STATUS)[RefusalCode] | 402 | 500;

const SETUP_ERROR_STATUS: Readonly<Partial<Record<SetupCode, RefusalStatus>>> = {
  "unknown-debate": 404,
  "needs-confirmation": 409,
  "not-decidable": 409,
  "not-resumable": 409,
  "budget-spent": 402,
  "unknown-token": 404,
  "no-database": 503,
  "no-model": 503,
  "fleet-trouble": 503,
};

const STORE_ERROR_STATUS: Readonly<Record<StoreCode, RefusalStatus>> = {
  "store-conflict": 409,
  "store-lease-held": 409,
  "store-lease-lost": 409,
  "store-unavailable": 503,
  "store-corrupt": 500,
};

export interface RefusalResponse {
  readonly status: RefusalStatus;
  readonly body: PageError;
}

/** Anything that was not thrown on purpose is a defect, and what it says stays here. */
export function createRefusalResponse(
  error: unknown,
  redact: (text: string) => string,
): RefusalResponse {
  if (!(error instanceof DissentError)) {
    return {
      status: 500,
      body: createPageError(
        "defect",
        "This is a defect, please report it.",
        "The terminal says more.",
      ),
    };
  }
  const message = redact(sanitizeLine(error.message));
  const hint = error.hint === undefined ? null : redact(sanitizeLine(error.hint));
  return { status: findErrorStatus(error), body: createPageError(error.code, message, hint) };
}

function findErrorStatus(error: DissentError): RefusalStatus {
  if (error instanceof RequestRefusal || error instanceof CommandRefusal)
    return REFUSAL_STATUS[error.code];
  if (error instanceof SetupError) return SETUP_ERROR_STATUS[error.code] ?? 400;
  if (error instanceof StoreError) return STORE_ERROR_STATUS[error.code];
  if (error instanceof ModelError) return 503;
  return error instanceof ReplayError ? 409 : 500;
}

function createPageError(code: string, message: string, hint: string | null): PageError {
  return { error: { code, message, hint } };
}
