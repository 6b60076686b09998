/** Everything Dissent throws on purpose. Anything else that escapes is a defect. */

export abstract class DissentError extends Error {
  /** Stable and searchable; each code has a section in docs/errors.md. */
  abstract readonly code: string;
  /** What the reader can do next, as one imperative sentence. */
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
  }
}

/** The person at the keyboard can fix it: one line, a hint, no stack, exit code 2 or 3, nothing spent. */
export class SetupError extends DissentError {
  readonly code: SetupCode;

  constructor(code: SetupCode, message: string, options?: { hint?: string; cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export const SETUP_CODES = [
  "usage",
  "unknown-command",
  "unknown-protocol",
  "unknown-model",
  "unknown-seat",
  "unknown-debate",
  "missing-key",
  "not-installed",
  "no-model",
  "own-key",
  "unpriced-model",
  "bad-brief",
  "bad-config",
  "bad-option",
  "bad-settings",
  "bad-journal",
  "no-anchor",
  "no-journal",
  "no-signing-key",
  "bad-keys",
  "bad-cassette",
  "bad-recording",
  "no-recording",
  "bad-host",
  "file-unreadable",
  "file-too-large",
  "unsafe-path",
  "untrusted-agents",
  "needs-confirmation",
  "not-decidable",
  "not-resumable",
  "no-database",
  "unknown-token",
  "budget-spent",
  "fleet-trouble",
] as const;
export type SetupCode = (typeof SETUP_CODES)[number];

/** A model cannot be reached: it is not installed, or its key is not set. Trouble of a provider, not of usage. */
export type UnreachableError = SetupError & { readonly code: "missing-key" | "not-installed" };

export function isUnreachableError(error: unknown): error is UnreachableError {
  return (
    error instanceof SetupError && (error.code === "missing-key" || error.code === "not-installed")
  );
}

/** The journal cannot be kept. Nothing that was committed is lost. */
export class StoreError extends DissentError {
  readonly code: StoreCode;

  constructor(code: StoreCode, message: string, options?: { hint?: string; cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Somebody else was there first. */
export function createConflictError(debate: string, next: number): StoreError {
  return new StoreError("store-conflict", `${debate} has moved on to event ${next}.`, {
    hint: `See what was added, then repeat the command: dissent show ${debate}`,
  });
}

export function createLeaseHeldError(debate: string): StoreError {
  return new StoreError("store-lease-held", `Another process is holding ${debate}.`, {
    hint: `Look at it with: dissent show ${debate} --follow`,
  });
}

export function createLeaseLostError(debate: string): StoreError {
  return new StoreError("store-lease-lost", `Another process has taken over ${debate}.`);
}

export const STORE_CODES = [
  "store-conflict",
  "store-lease-held",
  "store-lease-lost",
  "store-unavailable",
  "store-corrupt",
] as const;
export type StoreCode = (typeof STORE_CODES)[number];

/** Journal and code disagree: the debate began under other rules, or the journal was edited. */
export class ReplayError extends DissentError {
  readonly code = "replay-diverged";
  readonly step: string;

  constructor(step: string, message: string) {
    super(message, { hint: "Continue it with the version of Dissent that began it, or fork it." });
    this.step = step;
  }
}

/** A protocol broke the contract of the floor: a repeated key, or a leak in a blind round. */
export class ProtocolError extends DissentError {
  readonly code = "protocol-broken";
}

/** A model reference, brief or journal was right, but the outcome did not verify. */
export class VerificationError extends DissentError {
  readonly code = "verification-failed";
}

export const ALL_CODES: readonly string[] = [
  ...SETUP_CODES,
  ...STORE_CODES,
  "replay-diverged",
  "protocol-broken",
  "verification-failed",
  "no-answer",
];

/** The system's or the database's name for a failure, such as ENOENT. */
export function getErrorCode(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "unknown cause";
}
