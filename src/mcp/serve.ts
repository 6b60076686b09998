import { type Desk, redactorFor } from "../app/desk.ts";
/** Serves a project to hosts until they are gone, and leaves its debates as they can be resumed. */
import { systemClock } from "../clock.ts";
import { listenHttp } from "./http.ts";
import { keeper } from "./keeper.ts";
import { harmless } from "./quoted.ts";
import { seal } from "./seal.ts";
import type { ServerSetting } from "./server.ts";
import type { Station } from "./station.ts";
import { type Pipes, servePipes } from "./stdio.ts";
import { tokenFor } from "./token.ts";

export interface Serving {
  readonly desk: Desk;
  readonly version: string;
  /** Where everything goes that is not the protocol. */
  readonly tell: (line: string) => void;
  readonly pageOf?: Station["pageOf"];
}

export async function serveOverPipes(serving: Serving, pipes: Pipes): Promise<void> {
  const setting = settingFor(serving);
  try {
    await servePipes(setting, pipes);
  } finally {
    await setting.station.keeper.close();
  }
}

export async function serveOverHttp(
  serving: Serving,
  { port, stop }: { readonly port: number; readonly stop: AbortSignal },
): Promise<void> {
  const token = await tokenFor(serving.desk);
  const setting = settingFor(serving);
  const listening = await listenHttp({ ...setting, port, token });
  serving.tell(`Serving MCP on ${listening.address}`);
  serving.tell(`Token: ${token.from}`);
  try {
    if (!stop.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      stop.addEventListener("abort", () => resolve(), { once: true });
      await promise;
    }
  } finally {
    await listening.close();
    await setting.station.keeper.close();
  }
}

function settingFor({ desk, version, tell, pageOf = () => null }: Serving): ServerSetting {
  const redact = redactorFor(desk);
  const log = (line: string): void => tell(`dissent mcp: ${harmless(redact(line))}`);
  // a host's standard input is the protocol, and never a brief
  const quiet = { ...desk, stdin: async () => "" };
  const station: Station = {
    desk: quiet,
    keeper: keeper({ desk: quiet, clock: systemClock, log }),
    seal: seal(),
    clock: systemClock,
    version,
    redact,
    pageOf,
  };
  return { station, log };
}
