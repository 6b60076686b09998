/** The secret in the page's link: anyone who has it may read and act, nobody else may. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  constants,
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { SetupError } from "../errors.ts";

const PAGE_TOKEN = /^[0-9a-f]{64}$/;

export function createPageToken(): string {
  return randomBytes(32).toString("hex");
}

/** Kept in the project, so that a page stays open over a restart of its server. */
export function keptToken(directory: string): string {
  const path = join(directory, "page-token");
  const known = readTokenFile(path);
  if (known !== undefined) return known;
  const token = createPageToken();
  const draft = join(dirname(path), `.page-token.${token.slice(0, 8)}.tmp`);
  try {
    writeFileSync(draft, `${token}\n`, { flag: "wx", mode: 0o600 });
    return linkTokenFile(draft, path)
      ? token
      : (readTokenFile(path) ?? replaceTokenFile(draft, path, token));
  } catch (cause) {
    throw new SetupError("file-unreadable", `${path} cannot be written.`, {
      cause,
      hint: "Choose a directory you may write to with -C.",
    });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Of servers that begin at once, the first one's token is everybody's: false where there is something already. */
function linkTokenFile(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch {
    // something is there, or this disk has no second names for a file
    return false;
  }
}

function replaceTokenFile(draft: string, path: string, token: string): string {
  renameSync(draft, path);
  return token;
}

/** Undefined if there is none, if others can read it, or if a link leads elsewhere. */
function readTokenFile(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch {
    return undefined;
  }
  try {
    const { mode, size } = fstatSync(file);
    const open = process.platform !== "win32" && (mode & 0o077) !== 0;
    if (open || size > 100) return undefined;
    const text = readFileSync(file, "utf8").trim();
    return PAGE_TOKEN.test(text) ? text : undefined;
  } finally {
    closeSync(file);
  }
}

/** Takes as long for a wrong one as for the right one. */
export function isPageToken(given: string | undefined, token: string): boolean {
  if (given === undefined || !PAGE_TOKEN.test(given)) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}
