/** How a configuration may name a database. */

export const DATABASE_VARIABLE = "DISSENT_DATABASE_URL";

/** In place of an address: the PostgreSQL that `dissent serve` starts in the project. */
export const PROJECT_DATABASE = "project";

/** A variable with the address, and the project's own schema: `${TEAM_DATABASE}?schema=field_app`. */
export const DATABASE_REFERENCE =
  /^\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}(?:\?schema=([a-z_][a-z0-9_]{0,47}))?$/;

/** Whether an address contains a password, or what may be one. */
export function hasDatabasePassword(address: string): boolean {
  if (DATABASE_REFERENCE.test(address)) return false;
  const url = URL.parse(address);
  if (url === null) return /:[^/]*@|password/i.test(address);
  return url.password !== "" || /password/i.test(url.search) || /@/.test(url.pathname + url.hash);
}

/** An address for people: host, database and schema. */
export function redactDatabaseAddress(address: string): string {
  if (address.trim() === PROJECT_DATABASE) return PROJECT_DATABASE;
  const url = URL.parse(address.trim());
  if (url === null || /@/.test(url.pathname + url.search + url.hash)) return "an address";
  const schema = url.searchParams.get("schema");
  return `${url.protocol}//${url.host}${url.pathname}${schema === null ? "" : `?schema=${schema}`}`;
}
