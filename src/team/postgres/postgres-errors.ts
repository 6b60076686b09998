/** Classifies errors of PostgreSQL and its connection, and describes them in one line without the password. */
import { StoreError, getErrorCode } from "../../errors.ts";
import type { PostgresAddress } from "../../stores/postgres-address.ts";

/** Two who wanted the same at once, one of whom was sent away unharmed. */
export function isWriteCollision(cause: unknown): boolean {
  return ["40001", "40P01", "23505", "55P03"].includes(getErrorCode(unwrapFirstCause(cause)));
}

/** The way to the database is cut, or it is just starting or stopping. Whether a commit got through is not known. */
export function isConnectionLost(cause: unknown): boolean {
  const code = getErrorCode(unwrapFirstCause(cause));
  if (/^(?:08|57P0)/.test(code) || ["53300", "25P03", "25006"].includes(code)) return true;
  if (NETWORK.test(code)) return true;
  return /connection (?:terminated|error)|timeout e|read timeout|not queryable/i.test(
    describePostgresCause(cause),
  );
}

const NETWORK = /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)|EAI_AGAIN)$/;

export function createPostgresError(
  cause: unknown,
  what: "reached" | "read" | "written",
  { shown, secrets }: PostgresAddress,
): StoreError {
  if (cause instanceof StoreError) return cause;
  const reason = secrets.reduce(
    (text, secret) => text.replaceAll(secret, "[redacted]"),
    describePostgresCause(cause),
  );
  // without the cause: a failed connection carries everything it was opened with
  return new StoreError(
    "store-unavailable",
    `The database ${shown} cannot be ${what}: ${reason.replace(/\.$/, "")}.`,
    { hint: findPostgresHint(getErrorCode(unwrapFirstCause(cause)), reason) },
  );
}

function findPostgresHint(code: string, reason: string): string {
  if (code.startsWith("28"))
    return "Check user and password in DISSENT_DATABASE_URL, or in ~/.pgpass.";
  if (code === "3D000") return "Create the database, or name another in DISSENT_DATABASE_URL.";
  if (code === "42501")
    return "Ask who runs it for the right to create in it, or name another schema.";
  if (code === "53100") return "Make room on the disk of the database, then run dissent resume.";
  if (code === "25006")
    return "Name a server that may be written to, no standby, then run dissent resume.";
  if (reason.includes("startup parameter"))
    return "Name the server itself: a pooler such as PgBouncer stands before it.";
  return "See that it runs and can be reached from here, then run dissent resume.";
}

function describePostgresCause(cause: unknown): string {
  const one = unwrapFirstCause(cause);
  const text = one instanceof Error ? one.message : String(one);
  return text.split("\n", 1)[0] ?? "";
}

/** A host with several addresses fails once for each, and says nothing itself. */
function unwrapFirstCause(cause: unknown): unknown {
  return cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors[0] : cause;
}
