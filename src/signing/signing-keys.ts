/**
 * The key a person signs with, and the keys they trust: from their own configuration, or else their Git
 * configuration. A project's files are never read for this, since they may come from anyone.
 */
import { existsSync, readFileSync } from "node:fs";
import { link, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { type ProgramEnvironment, runProgram } from "./run-program.ts";
import { SSH_KEYGEN, type SigningKey, isSshPublicKey } from "./ssh-signature.ts";

/** What the person's own configuration says; undefined where it says nothing. */
export interface SigningKeyOptions {
  /** A key file, a public key, or `none`. */
  readonly key?: string | undefined;
  readonly allowedSigners?: string | undefined;
  readonly timestampAuthorities?: string | undefined;
}

export interface PersonKeys {
  /** Null where nobody signs. */
  readonly signing: SigningKey | null;
  /** Path of the allowed-signers file; null where there is none. */
  readonly allowedSigners: string | null;
  /** Path of a PEM file with the timestamp authorities the person trusts; null where there is none. */
  readonly timestampAuthorities: string | null;
}

export interface PersonKeysRequest {
  readonly env: ProgramEnvironment;
  readonly homeDir: string;
  readonly cwd: string;
  readonly setting: SigningKeyOptions;
}

export async function findPersonKeys({
  env,
  homeDir,
  cwd,
  setting,
}: PersonKeysRequest): Promise<PersonKeys> {
  const git = await readGlobalGitSettings(env, cwd);
  const inHome = (path: string): string =>
    path.startsWith("~/") ? join(homeDir, path.slice(2)) : path;
  const named =
    setting.key ?? (git.get("gpg.format") === "ssh" ? git.get("user.signingkey") : undefined);
  const allowed = setting.allowedSigners ?? git.get("gpg.ssh.allowedsignersfile");
  return {
    signing:
      named === undefined || named === "" || named === "none"
        ? null
        : {
            key: parsePublicKey(named) ?? inHome(named),
            program: git.get("gpg.ssh.program") ?? SSH_KEYGEN,
          },
    allowedSigners: allowed === undefined || allowed === "" ? null : inHome(allowed),
    timestampAuthorities:
      setting.timestampAuthorities === undefined ? null : inHome(setting.timestampAuthorities),
  };
}

/** Git allows `key::` before a key that is not a path. */
function parsePublicKey(named: string): string | undefined {
  const key = named.replace(/^key::/, "");
  return isSshPublicKey(key) ? key : undefined;
}

const WANTED_GIT_SETTINGS =
  "^(gpg\\.format|user\\.signingkey|gpg\\.ssh\\.(program|allowedsignersfile))$";

/** By names in lower case; empty where Git is not installed or says nothing. */
async function readGlobalGitSettings(
  env: ProgramEnvironment,
  cwd: string,
): Promise<ReadonlyMap<string, string>> {
  if (!mayConfigureGitSigning(env)) return new Map();
  const args = ["config", "--global", "--includes", "--null", "--get-regexp", WANTED_GIT_SETTINGS];
  const { status, stdout } = await runProgram("git", args, { env, cwd });
  if (status !== 0) return new Map();
  // the last of several counts, as it does for Git
  return new Map(
    stdout.split("\0").flatMap((entry) => {
      const end = entry.indexOf("\n");
      return end === -1 ? [] : [[entry.slice(0, end).toLowerCase(), entry.slice(end + 1)] as const];
    }),
  );
}

/**
 * Whether the person's Git files may say anything about keys. Most say nothing, and starting Git takes longer than
 * reading them.
 */
function mayConfigureGitSigning(env: ProgramEnvironment): boolean {
  const { GIT_CONFIG_GLOBAL: only, HOME: home, XDG_CONFIG_HOME: folder } = env;
  if (only === undefined && !home) return true;
  const paths =
    only === undefined
      ? [
          join(home ?? "", ".gitconfig"),
          join(folder || join(home ?? "", ".config"), "git", "config"),
        ]
      : [only];
  return paths.some((path) => existsSync(path) && /gpg|include/i.test(readGitFile(path)));
}

/** One that cannot be read is left to Git. */
function readGitFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "include";
  }
}

// The key of a server: made when it first starts, and kept where only its user can read it.

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
