/**
 * The key a person signs with, and whose keys they know: from their own configuration, else from their own Git
 * configuration. A project's files are never asked, since they may come from anyone.
 */
import { join } from "node:path";

import { type ProgramEnvironment, runProgram } from "./run-program.ts";
import { isSshPublicKey, type SigningKey, SSH_KEYGEN } from "./ssh-signature.ts";

/** What the person's own configuration says; undefined where it says nothing. */
export interface SigningKeyOptions {
  /** A key file, a public key, or `none`. */
  readonly key?: string | undefined;
  readonly allowedSigners?: string | undefined;
}

export interface PersonKeys {
  /** Null where nobody signs. */
  readonly signing: SigningKey | null;
  /** Path of the allowed-signers file; null where there is none. */
  readonly allowedSigners: string | null;
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
  };
}

/** Git lets people write `key::` before a key that is no path. */
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
