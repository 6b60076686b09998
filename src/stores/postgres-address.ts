/** Parses a PostgreSQL URL; its password never appears in a message. */
import { SetupError } from "../errors.ts";

export interface PostgresAddress {
  /** As the driver reads it, without what is Dissent's own. */
  readonly url: string;
  /** In quotes, for use in a statement. */
  readonly schema: string;
  /** Where its processes tell each other of new lines. */
  readonly channel: string;
  readonly host: string;
  /** Host and database, for people: neither user nor password. */
  readonly shown: string;
  /** The password as it is written and as it is meant, to be taken out of whatever is said. */
  readonly secrets: readonly string[];
}

const DEFAULT_SCHEMA = "dissent";
// shorter than PostgreSQL cuts names, so that one of its channels can be named after it
const SCHEMA = /^(?!pg_)[a-z_][a-z0-9_]{0,47}$/;

export function parsePostgresAddress(text: string): PostgresAddress {
  const url = URL.parse(text.trim());
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol)) {
    throw createAddressError("is not the address of a PostgreSQL database");
  }
  // an unencoded sign in a password ends it early, and the rest would be shown as host or database
  if (url.hash !== "" || /[@/]/.test(url.pathname.slice(1)) || url.search.includes("@")) {
    throw createAddressError(
      "cannot be read; signs such as @ / # ? in a password are written as %40 %2F %23 %3F",
    );
  }
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA;
  if (!SCHEMA.test(schema)) {
    throw createAddressError(
      "names a schema that is not made of lower-case letters, digits and underscores",
    );
  }
  url.searchParams.delete("schema");
  const host = url.host === "" ? (url.searchParams.get("host") ?? "this machine") : url.host;
  const passwords = [url.password, url.searchParams.get("password") ?? ""];
  return {
    url: url.href,
    schema: `"${schema}"`,
    channel: `dissent_${schema}`,
    host,
    shown: `${host}${url.pathname}`,
    secrets: [...passwords, ...passwords.map(decodeOrKeep)].filter((secret) => secret !== ""),
  };
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Never with the address: it may contain a password. */
function createAddressError(says: string): SetupError {
  return new SetupError("bad-config", `The database that is configured ${says}.`, {
    hint: "Write it as postgres://user:password@host:5432/database?schema=dissent",
  });
}
