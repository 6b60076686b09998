/** Removes keys from every text that comes from outside, so that none reaches a journal, log, error or report. */
import { REDACTED, redactSecretPatterns } from "./secret-patterns.ts";

const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|AUTHORIZATION|COOKIE|(?:^|_)PAT)$/i;

/** A variable whose value is a secret. */
export function isSecretVariableName(variable: string): boolean {
  return SECRET_NAME.test(variable);
}

// a proxy may be written without http://
const PROXY_NAME = /_proxy$/i;

// shorter values are words like "true" that occur in any text
const SHORTEST_SECRET = 8;

/** Takes secrets out of a text. */
export interface Redactor {
  (text: string): string;
  /** Secrets with white space in them; a stream must not show their first words either. */
  readonly spacedSecrets?: () => readonly string[];
}

/** Takes out the given secrets, and whatever looks like one. */
export function createRedactor(
  environment: Readonly<Record<string, string | undefined>>,
  values: readonly string[] = [],
): Redactor {
  const known = createKnownSecretRedactor(environment, values);
  return Object.assign((text: string) => redactSecretPatterns(known(text)), {
    spacedSecrets: known.spacedSecrets,
  });
}

/**
 * Takes out the secrets of this person and nothing else: from the environment by their names, and those that are
 * handed in by value. Also as JSON, an address or base64 would carry them.
 */
export function createKnownSecretRedactor(
  environment: Readonly<Record<string, string | undefined>>,
  values: readonly string[] = [],
): Required<Redactor> & ((text: string) => string) {
  const named = Object.entries(environment).filter(([name]) => isSecretVariableName(name));
  const inAddresses = Object.entries(environment).flatMap(([name, value = ""]) =>
    extractUrlPasswords(
      PROXY_NAME.test(name) && !value.includes("://") ? `http://${value.trim()}` : value,
    ),
  );
  const secrets = [...values, ...named.map(([, value]) => value ?? ""), ...inAddresses]
    .flatMap((value) => [value.trim(), ...extractHeaderSecrets(value.trim())])
    .filter((value) => value.length >= SHORTEST_SECRET);
  const written = sortLongestFirst(secrets.flatMap(listWrittenForms));
  const encoded = sortLongestFirst(secrets.flatMap(listBase64Cores));
  return Object.assign(
    (text: string) => {
      const plain = written.reduce((clean, form) => clean.replaceAll(form, REDACTED), text);
      return encoded.reduce(replaceBase64Secret, plain);
    },
    { spacedSecrets: () => written.filter((form) => /\s/.test(form)) },
  );
}

function sortLongestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

/** As it is, in a JSON string, and in an address. */
function listWrittenForms(secret: string): string[] {
  const inAddress = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    inAddress,
    inAddress.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  ];
}

/**
 * The characters that any base64 text with the secret inside must contain: they depend on how many bytes come before
 * it, and the first and the last one depend on its neighbours.
 */
function listBase64Cores(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const core = bytes
      .toString("base64")
      .slice(before === 0 ? 0 : before + 1, Math.floor((bytes.length * 8) / 6));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function replaceBase64Secret(text: string, core: string): string {
  if (!text.includes(core)) return text;
  const parts = text.split(core);
  return parts
    .map((part, index) => {
      const after = index === 0 ? part : part.replace(/^[\w+/-]?={0,2}/, "");
      return index === parts.length - 1 ? after : after.replace(/[\w+/-]$/, "");
    })
    .join(REDACTED);
}

/** What follows the scheme in `Bearer …`, and the password in `Basic …`. */
function extractHeaderSecrets(value: string): string[] {
  const [, scheme = "", rest = ""] = /^([A-Za-z]{1,16}) (\S+)$/.exec(value) ?? [];
  return rest === ""
    ? []
    : [rest, ...(scheme.toLowerCase() === "basic" ? decodeBasicPassword(rest) : [])];
}

/** The password in the base64 of `user:password`. */
export function decodeBasicPassword(encoded: string): string[] {
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  return pair.includes(":") ? [pair.slice(pair.indexOf(":") + 1)] : [];
}

/**
 * The password of an address such as `postgres://user:password@host`, as it is written and as it is meant, and with its
 * user as a header for a proxy carries it.
 */
function extractUrlPasswords(value: string): readonly string[] {
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
