/**
 * Timestamps by a server that the person names (RFC 3161): proof that a journal existed at a time, on the word of that
 * server. `openssl ts` checks them, so that anyone can do so without Dissent.
 */
import { hash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ProgramEnvironment, runProgram } from "./run-program.ts";

const REQUEST_DEADLINE_MS = 30_000;
/** A reply contains a few certificates; anything longer is not one. */
const MAX_REPLY_BYTES = 64 * 1024;

export type TimestampFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The server's reply, or why there is none. */
export async function requestTimestamp(
  server: string,
  text: string,
  send: TimestampFetch,
): Promise<{ readonly reply: Uint8Array } | { readonly why: string }> {
  const { host } = new URL(server);
  try {
    const response = await send(server, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
      headers: {
        "content-type": "application/timestamp-query",
        accept: "application/timestamp-reply",
      },
      body: encodeTimestampQuery(text),
    });
    const reply = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) return { why: `${host} answered ${response.status}` };
    if (reply.length > MAX_REPLY_BYTES) return { why: `${host} sent more than a timestamp` };
    return { reply };
  } catch (error) {
    const why = error instanceof Error ? (readCauseCode(error) ?? error.message) : "";
    return { why: `${host} could not be asked (${why})` };
  }
}

function readCauseCode({ cause }: Error): string | undefined {
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}

/** TimeStampReq in DER: version 1, the SHA-256 of the text, a nonce, and the wish for the server's certificates. */
function encodeTimestampQuery(text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(8);
  // a positive number without a leading zero byte
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const sha256 = "300d06096086480165030402010500";
  const imprint = `3031${sha256}0420${digestText(text)}`;
  const body = `020101${imprint}0208${nonce.toString("hex")}0101ff`;
  return new Uint8Array(Buffer.from(`30${(body.length / 2).toString(16)}${body}`, "hex"));
}

function digestText(text: string): string {
  return hash("sha256", text);
}

export interface TimestampCheck {
  readonly reply: Uint8Array;
  readonly text: string;
  /** A PEM file with the authorities that the person trusts; null where they named none. */
  readonly authorities: string | null;
  readonly env: ProgramEnvironment;
}

export type TimestampFinding =
  /** `known` is false for a server that none of the person's authorities vouches for. */
  | { readonly state: "good"; readonly at: string; readonly known: boolean }
  | { readonly state: "bad" }
  | { readonly state: "unchecked"; readonly why: string };

export async function checkTimestamp(check: TimestampCheck): Promise<TimestampFinding> {
  const { text, authorities, env } = check;
  const folder = await mkdtemp(join(tmpdir(), "dissent-timestamp-"));
  try {
    const path = join(folder, "reply.tsr");
    await writeFile(path, check.reply, { mode: 0o600 });
    const shown = await runProgram("openssl", ["ts", "-reply", "-in", path, "-text"], { env });
    if (shown.failure === "missing") return { state: "unchecked", why: "openssl is not installed" };
    if (shown.failure !== null) return { state: "unchecked", why: "openssl did not answer" };
    const at = readTimestampTime(shown.stdout);
    if (shown.status !== 0 || at === undefined) return { state: "bad" };
    if (readMessageDigest(shown.stdout) !== digestText(text)) return { state: "bad" };
    if (authorities === null) return { state: "good", at, known: false };
    const query = ["-digest", digestText(text), "-in", path, "-CAfile", authorities];
    const verified = await runProgram("openssl", ["ts", "-verify", ...query], { env });
    return { state: "good", at, known: verified.status === 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** "Time stamp: Nov 18 06:44:00 2026 GMT" in ISO form. */
function readTimestampTime(shown: string): string | undefined {
  const stated = /^Time stamp: (.+)$/m.exec(shown)?.[1];
  const atMs = stated === undefined ? Number.NaN : Date.parse(stated);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString().replace(".000Z", "Z");
}

/** The digest as openssl dumps it: "    0000 - 1c 6e … 9f-00 …   .n…". */
function readMessageDigest(shown: string): string {
  const [, dump = ""] = /^Message data:\n((?: {4}[0-9a-f]{4} - .*\n)+)/m.exec(shown) ?? [];
  return [...dump.matchAll(/^ {4}[0-9a-f]{4} - ((?:[0-9a-f]{2}[ -]){1,16})/gm)]
    .map(([, bytes = ""]) => bytes.replace(/[^0-9a-f]/g, ""))
    .join("");
}

export function armorTimestampReply(reply: Uint8Array): string {
  const lines =
    Buffer.from(reply)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return `-----BEGIN TIMESTAMP REPLY-----\n${lines.join("\n")}\n-----END TIMESTAMP REPLY-----\n`;
}

export function unarmorTimestampReply(armored: string): Uint8Array {
  return Buffer.from(armored.replace(/-----[A-Z ]+-----/g, ""), "base64");
}
