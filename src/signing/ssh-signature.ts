/** Signs and checks with `ssh-keygen -Y`, so that anyone can check a signature without Dissent. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Clock } from "../clock.ts";
import type { EventSignature } from "../domain/journal/signature.ts";
import { type ProgramEnvironment, type ProgramRun, runProgram } from "./run-program.ts";

export interface SigningKey {
  /** A key file, private or public; or a public key itself, whose other half an agent has. */
  readonly key: string;
  /** `ssh-keygen`, or the program that Git is configured to sign with. */
  readonly program: string;
}

export interface SigningRequest extends SigningKey {
  readonly namespace: EventSignature["namespace"];
  readonly text: string;
  readonly env: ProgramEnvironment;
  readonly clock?: Clock;
}

export const SSH_KEYGEN = "ssh-keygen";

/** A public key written out, as in Git's `user.signingkey`. */
export function isSshPublicKey(text: string): boolean {
  return /^(?:ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+/.test(text);
}

/** The signature, or why there is none. */
export async function signWithSshKey(
  request: SigningRequest,
): Promise<{ readonly armored: string } | { readonly why: string }> {
  const { key, program, namespace, text, env, clock } = request;
  return withTemporaryFile(isSshPublicKey(key) ? `${key}\n` : "", async (path) => {
    const from = isSshPublicKey(key) ? ["-f", path, "-U"] : ["-f", key];
    const run = await runProgram(program, ["-Y", "sign", "-n", namespace, ...from], {
      env,
      input: text,
      ...(clock && { clock }),
    });
    if (run.status === 0 && run.stdout.startsWith("-----BEGIN SSH SIGNATURE-----\n")) {
      return { armored: run.stdout };
    }
    return { why: describeSigningFailure(run, program) };
  });
}

function describeSigningFailure({ failure, stderr }: ProgramRun, program: string): string {
  if (failure === "missing") return `${program} is not installed`;
  if (failure === "too-slow") return `${program} did not answer in 30 seconds`;
  if (/passphrase/i.test(stderr)) return "the key needs a passphrase, so load it with ssh-add";
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.at(-1)?.trim() ?? `${program} gave no signature`;
}

export interface SignatureCheck extends Pick<EventSignature, "armored" | "namespace"> {
  readonly text: string;
  /** Null where nobody said whose keys are known. */
  readonly allowedSigners: string | null;
  /** When it was signed, as far as is known: keys may be allowed for some time only. */
  readonly atMs: number;
  readonly env: ProgramEnvironment;
}

export type SignatureFinding =
  /** `by` is null for a key that the allowed signers do not list. */
  | { readonly state: "good"; readonly by: string | null; readonly fingerprint: string }
  | { readonly state: "bad" }
  | { readonly state: "unchecked"; readonly why: string };

export async function checkSshSignature(check: SignatureCheck): Promise<SignatureFinding> {
  const { armored, namespace, text, allowedSigners, env } = check;
  return withTemporaryFile(armored, async (path) => {
    const keygen = (...args: string[]): Promise<ProgramRun> =>
      runProgram(SSH_KEYGEN, args, { env, input: text });
    const bare = await keygen("-Y", "check-novalidate", "-n", namespace, "-s", path);
    if (bare.failure === "missing") {
      return { state: "unchecked", why: "ssh-keygen is not installed" };
    }
    if (bare.failure !== null) return { state: "unchecked", why: "ssh-keygen did not answer" };
    const fingerprint = /\b(SHA256:[A-Za-z0-9+/]+)/.exec(bare.stdout)?.[1];
    if (bare.status !== 0 || fingerprint === undefined) return { state: "bad" };
    if (allowedSigners === null) return { state: "good", by: null, fingerprint };
    const since = ["-f", allowedSigners, `-Overify-time=${formatVerifyTime(check.atMs)}`];
    const found = await keygen("-Y", "find-principals", "-s", path, ...since);
    const names = found.status === 0 ? found.stdout.split(/\r?\n/).filter(Boolean) : [];
    for (const name of names) {
      const args = ["-Y", "verify", "-n", namespace, "-I", name, "-s", path, ...since];
      if ((await keygen(...args)).status === 0) return { state: "good", by: name, fingerprint };
    }
    return { state: "good", by: null, fingerprint };
  });
}

/** As ssh-keygen reads times: YYYYMMDDHHMMSSZ. */
function formatVerifyTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+/, "").replace(/[-:T]/g, "");
}

async function withTemporaryFile<Result>(
  text: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dissent-signature-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, text, { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
