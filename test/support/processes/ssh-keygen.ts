/** Real SSH keys and the people who sign with them. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The path of a new private key; its public half lies beside it. */
export function newKey(folder: string, name: string, passphrase = ""): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", path]);
  return path;
}

export function allowSigner(allowed: string, who: string, key: string): void {
  appendFileSync(allowed, `${who} ${readFileSync(`${key}.pub`, "utf8")}`);
}

/** A person's own Git configuration. */
export function gitConfig(home: string, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    execFileSync("git", ["config", "--file", join(home, ".gitconfig"), name, value]);
  }
}
