/**
 * Whether a PostgreSQL keeps certain data now.
 *
 * LP4. It counts as running once it has proved that it keeps them. It is only asked where the data themselves say
 *      that it is theirs and ready: whoever else has the port might ask for the password in clear.
 */
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { systemClock } from "../../../clock.ts";
import { postgresAddress } from "../postgres-address.ts";
import { connections } from "../postgres-connections.ts";
import { type LocalAddress, urlOf } from "./local-postgres-address.ts";
import { codeIn } from "./local-postgres-refusal.ts";

export type Standing = "running" | "absent" | "locked";

/** `locked`: it runs, and the password is another. */
export async function standingOf(data: string, address: LocalAddress): Promise<Standing> {
  const noted = notedServer(data);
  if (noted?.isReady !== true || noted.port !== address.port || !isAlive(noted.pid)) {
    return "absent";
  }
  const ways = await connections({
    address: postgresAddress(urlOf(address)),
    clock: systemClock,
    // whether it runs now: one that ends while it is asked does not
    patienceMs: 0,
  });
  try {
    const [row] = await ways.read<{ place: string }>(
      "SELECT current_setting('data_directory') AS place",
    );
    const place = row === undefined ? "" : realpathSync(row.place);
    return place === realpathSync(data) ? "running" : "absent";
  } catch (cause) {
    return codeIn(cause).startsWith("28") ? "locked" : "absent";
  } finally {
    await ways.close();
  }
}

interface NotedServer {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Where PostgreSQL writes down, beside its data, that it runs. */
export const NOTE = "postmaster.pid";

export function notedServer(data: string): NotedServer | undefined {
  const lines = textIn(join(data, NOTE)).split("\n");
  const [pid = 0, , , port = 0] = lines.map(Number);
  return pid > 0 ? { pid, port, isReady: lines[7]?.trim() === "ready" } : undefined;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it stops at this moment, or never ran
    return "";
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return codeIn(cause) === "EPERM";
  }
}
