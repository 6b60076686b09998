/** The key of a server: made when it first starts, and kept where only its user can read it. */
import { existsSync } from "node:fs";
import { link, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { type ProgramEnvironment, runProgram } from "./run-program.ts";
import { SSH_KEYGEN } from "./ssh-signature.ts";

export type ServerKey =
  | { readonly path: string; readonly publicKey: string }
  /** In words, why the server has none. */
  | { readonly why: string };

export async function ensureServerKey(folder: string, env: ProgramEnvironment): Promise<ServerKey> {
  const path = join(folder, "server-key");
  try {
    if (!existsSync(path)) {
      const why = await generateServerKey(folder, path, env);
      if (why !== null) return { why };
    }
    return { path, publicKey: (await readFile(`${path}.pub`, "utf8")).trim() };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

/** Made apart and linked into place, so that of two servers that start at once both use the first one's. */
async function generateServerKey(
  folder: string,
  path: string,
  env: ProgramEnvironment,
): Promise<string | null> {
  const draft = await mkdtemp(join(folder, "server-key-"));
  try {
    const made = join(draft, "key");
    const args = ["-q", "-t", "ed25519", "-N", "", "-C", "dissent serve", "-f", made];
    const { status, failure, stderr } = await runProgram(SSH_KEYGEN, args, { env });
    if (failure === "missing") return "ssh-keygen is not installed";
    if (status !== 0) return stderr.trim().split("\n").at(-1) ?? "ssh-keygen failed";
    const isFirst = await link(made, path).then(
      () => true,
      () => false,
    );
    if (isFirst) await rename(`${made}.pub`, `${path}.pub`);
    return isFirst || existsSync(path) ? null : `${path} cannot be written`;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
