/**
 * A token: `dissent_<id>_<secret>`. The id is public and names it in lists; the secret is 256 random bits.
 *
 * TM1. A token is stored nowhere, only its SHA-256; anything that looks like a token is removed from every stored
 *      text.
 * TM2. Hashes are compared in constant time, even if there is no such token.
 */
import { hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

export interface GeneratedToken {
  readonly id: string;
  readonly token: string;
  readonly hash: Buffer;
}

// no letter or digit that is easily mistaken for another
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const ID_LENGTH = 8;
const SECRET_BYTES = 32;

const TOKEN = /^dissent_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

export function generateToken(): GeneratedToken {
  const id = Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const token = `dissent_${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { id, token, hash: hashToken(token) };
}

/** Undefined for what cannot be a token; nobody has to be asked about that. */
export function parseTokenId(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export function isSameToken(token: string, kept: Buffer | undefined): boolean {
  const given = hashToken(token);
  const same = timingSafeEqual(given, kept?.length === given.length ? kept : NOBODY);
  return same && kept !== undefined;
}

// the hash of nothing that is known
const NOBODY = Buffer.alloc(32);

/** Everything that begins like a token loses what may be its secret, also when it was cut or lengthened. */
export function redactTokens(text: string): string {
  return text.replace(/dissent_([a-z0-9]{8})_[A-Za-z0-9_-]+/gi, "dissent_$1_[redacted]");
}
