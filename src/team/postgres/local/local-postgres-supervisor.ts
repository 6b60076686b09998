/** Restarts the server at the same address if something else ended it. */
import { systemClock, sleepUnlessAborted } from "../../../clock.ts";
import type { LocalPostgresAddress } from "./local-postgres-address.ts";
import {
  type LocalPostgresServer,
  type LocalPostgresServerOptions,
  findFreePort,
  startLocalServer,
} from "./local-postgres-server.ts";
import { stopLeftoverServer } from "./local-postgres-state.ts";

export interface SupervisedServer {
  readonly address: LocalPostgresAddress;
  stop(): Promise<void>;
}

const MOST_PORTS = 5;
const MOST_TRIES = 5;
const BETWEEN_MS = 1_000;
// one that lived that long did not end of how it was started
const LONG_ENOUGH_MS = 60_000;

export async function superviseLocalServer(
  wish: LocalPostgresServerOptions,
  onNotice: (line: string) => void,
): Promise<SupervisedServer> {
  const stopping = new AbortController();
  const started = await startOnFreePort({ ...wish, stopping: stopping.signal });
  const { setting } = started;

  async function keep(): Promise<void> {
    let { server } = started;
    for (let ends = 0; ends < MOST_TRIES; ends++) {
      const sinceMs = systemClock.nowMs();
      const words = await server.ended;
      if (stopping.signal.aborted) return;
      onNotice(`The project's PostgreSQL ended (${words}) and is started again.`);
      if (systemClock.nowMs() - sinceMs > LONG_ENOUGH_MS) ends = 0;
      const next = await startAgain();
      if (next === undefined) return;
      server = next;
    }
    onNotice("The project's PostgreSQL ends again and again, and is not started any more.");
  }

  async function startAgain(): Promise<LocalPostgresServer | undefined> {
    let reason = "";
    for (let tries = 1; tries <= MOST_TRIES && !stopping.signal.aborted; tries++) {
      // its own processes may need some time to notice that it is gone
      await sleepUnlessAborted(systemClock, BETWEEN_MS, stopping.signal);
      try {
        if (!stopping.signal.aborted) await stopLeftoverServer(setting.data);
        if (!stopping.signal.aborted) return await startLocalServer(setting);
      } catch (cause) {
        reason = cause instanceof Error ? cause.message : String(cause);
      }
    }
    if (!stopping.signal.aborted) onNotice(reason);
    return undefined;
  }

  const keeping = keep();
  return {
    address: setting.address,
    async stop() {
      // the one that runs ends by it, and one that is just being started
      stopping.abort();
      await keeping;
    },
  };
}

/** The port that is wished for may be another program's by now. */
async function startOnFreePort(
  wish: LocalPostgresServerOptions,
): Promise<{ readonly server: LocalPostgresServer; readonly setting: LocalPostgresServerOptions }> {
  let setting = wish;
  for (let tries = 1; ; tries++) {
    try {
      return { server: await startLocalServer(setting), setting };
    } catch (cause) {
      const taken = cause instanceof Error && cause.message.includes("TCP/IP");
      if (!taken || tries === MOST_PORTS) throw cause;
      setting = { ...wish, address: { ...wish.address, port: await findFreePort() } };
    }
  }
}
