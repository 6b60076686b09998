/** The token for connections over HTTP: from the environment, or else from a file only this person can read. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { AppContext } from "../app/app-context.ts";
import { SetupError } from "../errors.ts";
import { resolveKeysPath } from "../models/stored-keys.ts";

export const MCP_TOKEN_VARIABLE = "DISSENT_MCP_TOKEN";

export interface McpToken {
  readonly value: string;
  /** Where a person finds it. */
  readonly from: string;
}

export function resolveTokenPath(context: Pick<AppContext, "env" | "homeDir">): string {
  return join(dirname(resolveKeysPath(context)), "mcp-token");
}

// 16 random bytes in hexadecimal; shorter ones can be guessed
const MIN_TOKEN_LENGTH = 32;
const MAX_TOKEN_BYTES = 1_000;

/** Made on the first start. A file that others can read is refused: they have the token already. */
export async function loadMcpToken(
  context: Pick<AppContext, "env" | "homeDir">,
): Promise<McpToken> {
  const named = context.env[MCP_TOKEN_VARIABLE]?.trim();
  if (named !== undefined && named !== "") return checkTokenValue(named, MCP_TOKEN_VARIABLE);
  const path = resolveTokenPath(context);
  if (!existsSync(path)) await createTokenFile(path);
  const found = statSync(path);
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
    throw new SetupError("bad-keys", `Others on this machine can read ${path}.`, {
      hint: `Remove it, and a new token is made: rm ${path}`,
    });
  }
  if (!found.isFile() || found.size > MAX_TOKEN_BYTES) throw createTokenError(path);
  return checkTokenValue(readFileSync(path, "utf8").trim(), path);
}

/** Of servers that start at the same time one creates it, and the others find it complete. */
async function createTokenFile(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
    await link(draft, path).catch(async () => {
      // there already, or on a disk that knows no links
      if (!existsSync(path)) await rename(draft, path);
    });
    await rm(draft, { force: true });
  } catch (cause) {
    throw new SetupError("file-unreadable", `${path} cannot be written.`, {
      cause,
      hint: `Set ${MCP_TOKEN_VARIABLE}, and no file is needed.`,
    });
  }
}

function checkTokenValue(value: string, from: string): McpToken {
  if (value.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(value)) return { value, from };
  throw createTokenError(from);
}

function createTokenError(from: string): SetupError {
  return new SetupError(
    "bad-keys",
    `${from} holds no token of ${MIN_TOKEN_LENGTH} characters or more.`,
    {
      hint: "Remove it, and a token is made.",
    },
  );
}

/** Takes as long for a wrong one as for the right one. */
export function isValidBearer(header: string | null, { value }: McpToken): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (given === undefined) return false;
  const [mine, theirs] = [Buffer.from(value), Buffer.from(given)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
