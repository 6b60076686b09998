/**
 * Decides whether a configuration or `.dissent` folder that someone else can write may be used.
 *
 * A configuration names programs to run, so in a shared folder another user's file would run programs as you. As with
 * git's safe.directory, only your own files and root's are used, except in folders listed in your `trustedFolders`.
 */
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

import { isJsonObject } from "../domain/json.ts";
import { SetupError } from "../errors.ts";
import { checkConfigLayer } from "./check-config-layer.ts";
import { createFileLayer } from "./config-layers.ts";
import { MAX_CONFIG_BYTES, userConfigPath } from "./config-paths.ts";
import { parseMarkup } from "./parse-markup.ts";

export interface FileTrustRequest {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
}

/** Throws for a file or folder that another user owns or can change. Systems without user ids have no such check. */
export function refuseForeignFile(path: string, request: FileTrustRequest): void {
  const me = process.geteuid?.();
  if (me === undefined) return;
  const folder = dirname(path);
  const distrust = findDistrustReason(path, { ...request, me, isHere: folder === request.cwd });
  if (distrust === undefined || isTrustedFolder(folder, request)) return;
  throw new SetupError("unsafe-path", `${distrust.says}, so it is not used.`, {
    hint: `Start a project of your own here with dissent init, ${distrust.fix}, or add ${folder} to trustedFolders in ${userConfigPath(request)}.`,
  });
}

interface DistrustReason {
  readonly says: string;
  readonly fix: string;
}

interface TrustCheckRequest extends FileTrustRequest {
  readonly me: number;
  /** The person is in the very folder that contains it. */
  readonly isHere: boolean;
}

function findDistrustReason(path: string, asker: TrustCheckRequest): DistrustReason | undefined {
  const folder = dirname(path);
  const [link, file, around] = [lstatSync(path), statSync(path), statSync(folder)];
  for (const { uid } of [link, file]) {
    if (isOwnUid(uid, asker) || (asker.isHere && uid === around.uid)) continue;
    return {
      says: `${path} belongs to ${describeUser(uid)}`,
      fix: `make it yours with chown ${asker.me} ${path}`,
    };
  }
  // a person who works in this very folder has chosen it; the folders above may be unknown to them
  if (asker.isHere) return undefined;
  const open = [
    { at: path, stats: file },
    // the sticky bit keeps others from putting their own in its place
    ...((around.mode & 0o1000) === 0 ? [{ at: folder, stats: around }] : []),
  ].find(({ stats }) => canOthersWrite(stats, asker));
  if (open === undefined) return undefined;
  const mode = (open.stats.mode & 0o777).toString(8);
  const what = open.at === path ? path : `${path} is in a folder that`;
  return {
    says: `${what} can be changed by other users (mode ${mode})`,
    fix: `close it with chmod go-w ${open.at}`,
  };
}

/** Root can do anything anyway. Under sudo, the files of the calling user are trusted. */
function isOwnUid(uid: number, { me, env }: TrustCheckRequest): boolean {
  return uid === me || uid === 0 || (me === 0 && String(uid) === env["SUDO_UID"]);
}

function canOthersWrite({ mode, gid }: Stats, { me }: TrustCheckRequest): boolean {
  if ((mode & 0o002) !== 0) return true;
  return (mode & 0o020) !== 0 && !isPrivateGroup(gid, me);
}

/** Many systems give each person a group of their own, and make its files writable by the group. */
function isPrivateGroup(gid: number, me: number): boolean {
  const users = readAccountLines("/etc/passwd");
  const mine = users.find(([, , uid]) => uid === String(me));
  const inIt = users.filter(([, , , group]) => group === String(gid));
  const [, , , members = ""] =
    readAccountLines("/etc/group").find(([, , id]) => id === String(gid)) ?? [];
  const named = members.split(",").filter((name) => name !== "");
  return (
    mine !== undefined &&
    inIt.length === 1 &&
    inIt[0] === mine &&
    named.every((name) => name === mine[0])
  );
}

function describeUser(uid: number): string {
  const [name] = readAccountLines("/etc/passwd").find(([, , id]) => id === String(uid)) ?? [];
  return name === undefined ? `uid ${uid}` : `${name} (uid ${uid})`;
}

/** The folders that the person's own file lists; that file is read only when the answer depends on it. */
function isTrustedFolder(folder: string, request: FileTrustRequest): boolean {
  const real = realpathSync(folder);
  return readTrustedFolders(request).some((listed) => {
    const path = listed.replace(/^~(?=\/|$)/, request.homeDir);
    return statSync(path, { throwIfNoEntry: false }) !== undefined && realpathSync(path) === real;
  });
}

function readTrustedFolders(request: FileTrustRequest): readonly string[] {
  const file = userConfigPath(request);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MAX_CONFIG_BYTES) return [];
  const markup = parseMarkup(readFileSync(file, "utf8"), { file, code: "bad-config" });
  const { value } = markup;
  if (!isJsonObject(value)) return [];
  const { trustedFolders: listed } = value;
  const layer = checkConfigLayer(
    createFileLayer("user", markup, { values: { trustedFolders: listed ?? [] } }),
  );
  return layer.values["trustedFolders"] as readonly string[];
}

function readAccountLines(path: string): string[][] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.split(":"));
  } catch {
    return [];
  }
}
