/**
 * The event streams of a team's server.
 *
 * TS1. No token has more than its share of streams, and all tokens together have a limit.
 * TS2. A stream ends within 15 seconds after its token was revoked or expired.
 */
import type { Context } from "hono";

import type { Clock } from "../../clock.ts";
import { type StreamLimit, createStreamLimit } from "../../server/event-stream.ts";
import { RetryLaterRefusal } from "../../server/refusal.ts";
import type { Team } from "../tokens/team.ts";
import { type AuthenticatedToken, getAuthenticatedToken } from "./guard/requester.ts";
import type { ServerLimits } from "./guard/server-limits.ts";

export interface TeamStreams {
  enter(c: Context): { readonly signal: AbortSignal; readonly leave: () => void };
  size(): number;
  close(): void;
}

export interface TeamStreamOptions {
  readonly team: Pick<Team, "findGrant">;
  readonly clock: Clock;
  readonly bounds: Pick<
    ServerLimits,
    "streams" | "streamsPerToken" | "pagesPerToken" | "recheckMs"
  >;
}

interface OpenStream {
  readonly known: AuthenticatedToken;
  readonly end: () => void;
}

export function createTeamStreams({ team, clock, bounds }: TeamStreamOptions): TeamStreams {
  const open = new Set<OpenStream>();
  const pages = new Map<string, { readonly crowd: StreamLimit; count: number }>();
  let cancel: (() => void) | undefined;

  /** TS2: one question for each token, however many streams it has. */
  async function look(): Promise<void> {
    for (const [token, all] of Map.groupBy(open, ({ known }) => known.token)) {
      // a database that is briefly unreadable ends nothing
      const grant = await team.findGrant(token).catch(() => all[0]?.known.grant ?? null);
      if (grant?.scopes.includes("read") !== true) for (const { end } of all) end();
    }
  }

  function schedule(): void {
    cancel = clock.after(bounds.recheckMs, () => {
      void look().finally(() => {
        if (open.size > 0) schedule();
        else cancel = undefined;
      });
    });
  }

  function enterPage(token: string): ReturnType<StreamLimit["enter"]> {
    const own = pages.get(token) ?? { crowd: createStreamLimit(bounds.pagesPerToken), count: 0 };
    pages.set(token, own);
    own.count++;
    const entered = own.crowd.enter();
    return {
      signal: entered.signal,
      leave() {
        entered.leave();
        own.count--;
        if (own.count === 0) pages.delete(token);
      },
    };
  }

  return {
    enter(c) {
      const known = getAuthenticatedToken(c);
      refuseExcessStreams(open, known, bounds);
      const over = new AbortController();
      // a browser has few connections, and its oldest page waits best
      const page = known.by === "cookie" ? enterPage(known.token) : undefined;
      const one: OpenStream = { known, end: () => over.abort() };
      open.add(one);
      if (cancel === undefined) schedule();
      return {
        signal: page ? AbortSignal.any([over.signal, page.signal]) : over.signal,
        leave() {
          if (open.delete(one)) page?.leave();
        },
      };
    },
    size: () => open.size,
    close() {
      cancel?.();
      for (const { end } of open) end();
    },
  };
}

function refuseExcessStreams(
  open: ReadonlySet<OpenStream>,
  known: AuthenticatedToken,
  bounds: TeamStreamOptions["bounds"],
): void {
  const again = (message: string): RetryLaterRefusal =>
    new RetryLaterRefusal("too-many-streams", message, 5);
  if (open.size >= bounds.streams) throw again("All streams of this server are taken.");
  if (known.by === "cookie") return;
  const own = [...open].filter(
    (one) => one.known.token === known.token && one.known.by === "bearer",
  );
  if (own.length >= bounds.streamsPerToken)
    throw again("This token has as many streams as it may.");
}
