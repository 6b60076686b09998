/** Keys never reach a journal, log, error or report: their values are taken out wherever text is kept. */

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

// a proxy may be written without http://
const PROXY_NAME = /_proxy$/i;

// shorter values are words like "true" that stand in any text
const SHORTEST_SECRET = 8;

/** From the environment by their names; stored keys and others are handed in by value. */
export function redactor(
  environment: Readonly<Record<string, string | undefined>>,
  values: readonly string[] = [],
): (text: string) => string {
  const named = Object.entries(environment).filter(([name]) => SECRET_NAME.test(name));
  const inAddresses = Object.entries(environment).flatMap(([name, value = ""]) =>
    passwordIn(PROXY_NAME.test(name) && !value.includes("://") ? `http://${value.trim()}` : value),
  );
  const secrets = [...values, ...named.map(([, value]) => value ?? ""), ...inAddresses]
    .map((value) => value.trim())
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  if (secrets.length === 0) return (text) => text;
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text);
}

/**
 * The password of an address such as `postgres://user:password@host`, as it is written and as it is meant, and with its
 * user as a header for a proxy carries it.
 */
function passwordIn(value: string): readonly string[] {
  const [, user = "", written] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#@:]*):([^@\s]+)@/i.exec(value.trim()) ?? [];
  if (written === undefined) return [];
  try {
    const [name, meant] = [decodeURIComponent(user), decodeURIComponent(written)];
    return [written, meant, Buffer.from(`${name}:${meant}`).toString("base64")];
  } catch {
    return [written];
  }
}
