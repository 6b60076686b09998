/** A team's server on a real socket, with a team and a fleet that live in this process. */
import { hash, randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { type AppContext, openProjectApp } from "../../../src/app/app-context.ts";
import { type Clock, systemClock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { LiveEvent } from "../../../src/engine.ts";
import { SetupError } from "../../../src/errors.ts";
import type { PageServerContext } from "../../../src/server/page-server-context.ts";
import type { FleetAccess } from "../../../src/team/server/fleet-runner.ts";
import type { ServerLimits } from "../../../src/team/server/guard/server-limits.ts";
import { createTeamContext } from "../../../src/team/server/team-context.ts";
import { type TeamServer, startTeamServer } from "../../../src/team/server/team-server.ts";
import type { ActivityEntry } from "../../../src/team/tokens/activity-log.ts";
import type { Team } from "../../../src/team/tokens/team.ts";
import { type TokenGrant, type TokenScope, SCOPES } from "../../../src/team/tokens/token-grant.ts";
import { type Answer, type Asking, BUNDLE, deskIn, requestOnPort } from "../page/page-server.ts";

export interface ServedTeam {
  readonly server: TeamServer;
  readonly place: PageServerContext;
  readonly app: Dissent;
  readonly desk: AppContext;
  readonly team: FakeTeam;
  readonly fleet: FakeFleet;
  readonly defects: readonly unknown[];
  /** Asks as a program with this token would; null: with none. */
  readonly ask: (token: string | null, path: string, asking?: Asking) => Promise<Answer>;
  readonly post: (token: string, path: string, body: unknown) => Promise<Answer>;
  readonly get: <T>(token: string, path: string) => Promise<T>;
  /** A token with these scopes, or all. */
  readonly token: (scopes?: readonly TokenScope[], budgetUsd?: number | null) => string;
}

export interface ServedTeamSetting {
  readonly clock?: Clock;
  readonly bounds?: Partial<ServerLimits>;
  readonly env?: AppContext["env"];
  readonly publicUrl?: string;
  readonly isBehindProxy?: boolean;
  readonly host?: string;
  /** Makes the key that the server signs with, in the folder it works in; the workers have none. */
  readonly serverKey?: (root: string) => Promise<string>;
}

export async function servedTeam(setting: ServedTeamSetting = {}): Promise<ServedTeam> {
  const { clock = systemClock, env: more = {}, publicUrl, host = "127.0.0.1" } = setting;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "dissent-team-")));
  const env = { DISSENT_OFFLINE: "1", ...more };
  const worker = { ...deskIn(base), env };
  const desk = { ...worker, serverKey: (await setting.serverKey?.(worker.root)) ?? null };
  const app = openProjectApp(desk);
  const defects: unknown[] = [];
  const team = fakeTeam(clock);
  // workers never sign
  const workers = openProjectApp({ ...worker, serverKey: null });
  const fleet = fakeFleet(workers);
  const serverContext = createTeamContext({ context: desk, app, fleet, clock });
  const server = await startTeamServer({
    server: serverContext,
    team,
    fleet,
    loadBundle: async () => BUNDLE,
    host,
    port: 0,
    publicUrl: publicUrl === undefined ? null : new URL(publicUrl),
    isBehindProxy: setting.isBehindProxy ?? false,
    onDefect: (error) => void defects.push(error),
    ...(setting.bounds && { bounds: setting.bounds }),
  });
  onTestFinished(async () => {
    await Promise.all([server.close(), fleet.end()]);
    await Promise.all([app.close(), workers.close()]);
    rmSync(base, { recursive: true, force: true });
  });
  const ask: ServedTeam["ask"] = (token, path, asking = {}) =>
    requestTeamServer(server.port, path, {
      ...asking,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...asking.headers,
      },
    });
  return {
    server,
    place: serverContext,
    app,
    desk,
    team,
    fleet,
    defects,
    ask,
    post: (token, path, body) => ask(token, path, { method: "POST", body: JSON.stringify(body) }),
    async get<T>(token: string, path: string) {
      return JSON.parse((await ask(token, path)).body) as T;
    },
    token: (scopes = SCOPES, budgetUsd = null) =>
      team.give({ person: "ann", scopes, budgetUsd, expiresMs: null }).token,
  };
}

/** Undefined leaves a header out. */
export async function requestTeamServer(
  port: number,
  path: string,
  asking: Asking = {},
): Promise<Answer> {
  const { method = "GET" } = asking;
  const own = {
    host: `127.0.0.1:${port}`,
    ...(method !== "GET" && { "content-type": "application/json" }),
  };
  return requestOnPort(port, path, { ...asking, headers: { ...own, ...asking.headers } });
}

export interface FakeTeam extends Team {
  readonly log: ActivityEntry[];
  give(wish: Omit<TokenGrant, "id">): { readonly token: string; readonly grant: TokenGrant };
  /** What is set aside by debate; those that are not bound yet under their number. */
  readonly bound: Map<string, { readonly token: string; readonly usd: number }>;
}

function fakeTeam(clock: Clock): FakeTeam {
  const grants = new Map<string, TokenGrant & { revokedMs: number | null }>();
  const log: ActivityEntry[] = [];
  const bound: FakeTeam["bound"] = new Map();
  let loose = 0;
  const record: Team["record"] = async (act) =>
    void log.unshift({ ...act, number: log.length + 1, atMs: clock.nowMs() });
  const hashToken = (token: string): string => hash("sha256", token);
  const taken = (id: string): number =>
    [...bound.values()].reduce((sum, one) => (one.token === id ? sum + one.usd : sum), 0);
  const plain = ({ id, person, scopes, budgetUsd, expiresMs }: TokenGrant): TokenGrant => {
    return { id, person, scopes, budgetUsd, expiresMs };
  };

  const give: FakeTeam["give"] = (wish) => {
    const id = randomBytes(4).toString("hex");
    const token = `dissent_${id}_${randomBytes(32).toString("base64url")}`;
    grants.set(hashToken(token), { ...wish, id, revokedMs: null });
    return { token, grant: { ...wish, id } };
  };
  const left = ({ id, budgetUsd }: TokenGrant): number | null =>
    budgetUsd === null ? null : Math.max(0, budgetUsd - taken(id));

  return {
    log,
    give,
    bound,
    record,
    async findGrant(token) {
      const found = grants.get(hashToken(token));
      const over = (found?.expiresMs ?? Number.POSITIVE_INFINITY) <= clock.nowMs();
      return found && found.revokedMs === null && !over ? plain(found) : null;
    },
    async issue(wish, by) {
      const issued = give(wish);
      await record({
        by: null,
        act: "token-issued",
        debate: null,
        detail: "",
        from: readIssuer(by),
      });
      return issued;
    },
    issueFirst: async (wish) => (grants.size > 0 ? null : give(wish)),
    async revoke(id, by) {
      const found = [...grants.values()].find((one) => one.id === id);
      if (!found) throw new SetupError("unknown-token", `There is no token ${id}.`);
      found.revokedMs = clock.nowMs();
      await record({
        by: null,
        act: "token-revoked",
        debate: null,
        detail: "",
        from: readIssuer(by),
      });
      return plain(found);
    },
    tokens: async () =>
      [...grants.values()].map((grant) => {
        const own = { createdMs: 0, lastUsedMs: null, spentUsd: 0, reservedUsd: taken(grant.id) };
        return { ...grant, ...own };
      }),
    allowance: async (grant) => left(grant),
    async reserve(grant, usd, debate) {
      const more = usd - (debate === undefined ? 0 : (bound.get(debate)?.usd ?? 0));
      if (more > (left(grant) ?? Number.POSITIVE_INFINITY)) {
        throw new SetupError("budget-spent", `The token of ${grant.person} has too little left.`);
      }
      const ticket = `ticket ${++loose}`;
      bound.set(ticket, { token: grant.id, usd: Math.max(0, more) });
      return {
        async bind(to) {
          bound.delete(ticket);
          bound.set(to, { token: grant.id, usd });
        },
        giveBack: async () => void bound.delete(ticket),
      };
    },
    acts: async ({ debate, limit = 100 } = {}) =>
      log.filter((act) => debate === undefined || act.debate === debate).slice(0, limit),
    nowMs: async () => clock.nowMs(),
    close: async () => {},
  };
}

function readIssuer(by: Parameters<Team["issue"]>[1]): string {
  return typeof by === "string" ? by : by.from;
}

export interface FakeFleet extends FleetAccess {
  readonly sent: { readonly debate: string; readonly limits: unknown }[];
  /** Resolves when nobody holds it. */
  idle(debate: string): Promise<void>;
  /** Says something on a worker. */
  say(debate: string, event: LiveEvent): void;
  setTrouble(debate: string, trouble: string): void;
  end(): Promise<void>;
}

function fakeFleet(app: Dissent): FakeFleet {
  const held = new Map<string, { ended: Promise<void>; drop: AbortController }>();
  const troubles = new Map<string, string>();
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  const waiting = new Map<string, Set<() => void>>();
  const sent: FakeFleet["sent"] = [];
  const say = (debate: string, event: LiveEvent): void =>
    listeners.get(debate)?.forEach((listen) => listen(event));
  const joined = <Call>(all: Map<string, Set<Call>>, debate: string, call: Call): (() => void) => {
    const calls = all.get(debate) ?? new Set();
    all.set(debate, calls.add(call));
    return () => void calls.delete(call);
  };

  async function hold(debate: string, limits: object | undefined): Promise<void> {
    await held.get(debate)?.ended;
    const drop = new AbortController();
    const ended = app
      .run({
        debate,
        ...(limits && { limits }),
        steering: { pause: drop.signal, drop: drop.signal },
        onLive: (event) => say(debate, event),
      })
      .then(
        () => {},
        (error: Error) => void troubles.set(debate, error.message),
      )
      .finally(() => {
        held.delete(debate);
        waiting.get(debate)?.forEach((call) => call());
      });
    held.set(debate, { ended, drop });
  }

  return {
    sent,
    say,
    setTrouble: (debate, trouble) => void troubles.set(debate, trouble),
    async send(debate, { limits } = {}) {
      sent.push({ debate, limits });
      troubles.delete(debate);
      await hold(debate, limits);
    },
    pause: async (debate) => held.get(debate)?.drop.abort(),
    standing: async (debate) => ({
      state: held.has(debate) ? "held" : "idle",
      worker: null,
      trouble: troubles.get(debate) ?? null,
    }),
    onChange: (debate, call) => joined(waiting, debate, call),
    follow: (debate, listen) => joined(listeners, debate, listen),
    status: async () => ({
      workers: [
        {
          id: "w-1",
          host: "one",
          pid: 1,
          state: "live",
          beatMs: 10,
          startedMs: 1,
          holding: held.size,
          calling: 0,
          rssBytes: 1,
          version: "0",
          protocols: ["judges@1"],
        },
      ],
      queues: [
        { name: "call:x", waiting: 0, running: 0, oldestMs: null, concurrency: 1, served: true },
      ],
      debates: { queued: 0, held: held.size, waiting: 0, paused: 0, settled: 0 },
      troubles: [],
    }),
    idle: async (debate) => held.get(debate)?.ended,
    async end() {
      for (const { drop } of held.values()) drop.abort();
      await Promise.all([...held.values()].map(({ ended }) => ended));
    },
  };
}
