/**
 * Who may send a team's server requests.
 *
 * TG1. Only under the server's own names (421).
 * TG2. Without a token, only the health check and the log-in (401). A request outside the token's scope is refused
 *      before its body is read, and recorded (403).
 * TG3. No other page can act: a browser's requests need the server's own origin (403).
 * TG4. Clients that send too many requests, too much at once, or unknown tokens must wait (429).
 */
import type { Context, MiddlewareHandler } from "hono";

import type { Clock } from "../../../clock.ts";
import { RequestRefusal, RetryLaterRefusal } from "../../../server/refusal.ts";
import type { AdmitRequest, RecordActivity, ServerRoute } from "../../../server/route.ts";
import type { Team } from "../../tokens/team.ts";
import type { AuthThrottle } from "./auth-throttle.ts";
import { type Closable, countUntilClosed, createRateLimiter } from "./rate-limiter.ts";
import {
  type AuthenticatedToken,
  type Requester,
  type TokenCookieOptions,
  getRequester,
  readCredential,
  setRequester,
} from "./requester.ts";
import type { ServerLimits } from "./server-limits.ts";
import type { ServerNames } from "./server-names.ts";

export interface TeamGuardOptions extends TokenCookieOptions {
  readonly names: ServerNames;
  readonly team: Pick<Team, "record">;
  readonly doors: AuthThrottle;
  readonly clock: Clock;
  readonly bounds: Pick<ServerLimits, "requestsPerMinute" | "burst" | "requestsAtOnce">;
  readonly readAddress: (c: Context) => string;
  /** What is answered with; closed when all of it was sent, or the client is gone. */
  readonly getOutgoing: (c: Context) => Closable;
  /** Addresses that need no token. */
  readonly open: ReadonlySet<string>;
  readonly onDefect: (error: unknown) => void;
}

/** Requested by proxies, under any name; they reveal nothing. */
const HEALTH = new Set(["/healthz", "/readyz"]);

export function createTeamGuard(setting: TeamGuardOptions): MiddlewareHandler {
  const { names, doors, bounds, clock } = setting;
  const pace = createRateLimiter({
    atOnce: bounds.burst,
    perMinute: bounds.requestsPerMinute,
    clock,
  });
  // an answer that nobody reads stays in memory until its connection is given up
  const answers = new Map<string, number>();
  return async (c, next) => {
    const address = setting.readAddress(c);
    setRequester(c, { address, known: null });
    if (HEALTH.has(c.req.path)) return next();
    const host = c.req.header("host")?.toLowerCase() ?? "";
    if (!names.hosts.includes(host)) throw WRONG_HOST;
    refuseForeignOrigin(c, names.originsFor(host));
    if (setting.open.has(c.req.path)) return next();
    const credential = readCredential(c, setting);
    if (!credential) throw NO_TOKEN;
    if (credential.by === "cookie") refuseCrossSiteCookie(c);
    const grant = await doors.authenticate(credential.token, address);
    if (!grant) throw UNKNOWN_TOKEN;
    const wait = pace.take(grant.id);
    if (wait > 0)
      throw new RetryLaterRefusal("too-many-requests", "This token asks too often.", wait);
    if (!c.req.path.endsWith("/events")) {
      if ((answers.get(grant.id) ?? 0) >= bounds.requestsAtOnce) throw TOO_MANY_ANSWERS;
      countUntilClosed(answers, grant.id, setting.getOutgoing(c));
    }
    setRequester(c, { address, known: { ...credential, grant } });
    return next();
  };
}

/** TG3: a page elsewhere says where it is from, and no browser lets it lie about that. */
function refuseForeignOrigin({ req }: Context, own: readonly string[]): void {
  const origin = req.header("origin");
  if (origin !== undefined && !own.includes(origin.toLowerCase())) throw WRONG_ORIGIN;
}

/** The browser sends a cookie with any page's request, so the request must say that this page made it. */
function refuseCrossSiteCookie({ req }: Context): void {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (!isRead && req.header("origin") === undefined) throw WRONG_ORIGIN;
  const site = req.header("sec-fetch-site");
  const isOwn = site === undefined || site === "same-origin" || site === "none";
  // anyone may link to a page; only this one may ask for data
  if (!isOwn && req.path.startsWith("/api/")) throw WRONG_ORIGIN;
}

/** TG2: the scope, at the route itself. Who acts is the token's person. */
export function createRouteAdmission(
  setting: Pick<TeamGuardOptions, "team" | "clock" | "onDefect">,
  chooseContext: (known: AuthenticatedToken | null) => Awaited<ReturnType<AdmitRequest>>["server"],
): AdmitRequest {
  // refusals are recorded so that someone looks, and not so often that they fill a disk
  const refusals = createRateLimiter({ atOnce: 20, perMinute: 6, clock: setting.clock });
  return async (c, route) => {
    const asker = getRequester(c);
    const { known } = asker;
    if (lacksRequiredScope(route, known)) {
      if (known && refusals.take(known.grant.id) === 0) {
        const detail = `${route.method.toUpperCase()} ${c.req.path.slice(0, 200)}`;
        await createActivityRecorder(setting, asker, "refused")(null, detail);
      }
      throw createMissingScopeRefusal(route);
    }
    requireJsonBody(c, route);
    return {
      server: chooseContext(known),
      note: createActivityRecorder(setting, asker, route.act),
    };
  };
}

function lacksRequiredScope({ access }: ServerRoute, known: AuthenticatedToken | null): boolean {
  if (access === "open") return false;
  if (access === "any") return known === null;
  return known === null || !known.grant.scopes.includes(access);
}

/** The action is done: a failure to record it is reported to the operator of the server. */
function createActivityRecorder(
  { team, onDefect }: Pick<TeamGuardOptions, "team" | "onDefect">,
  { known, address }: Requester,
  act: string | undefined,
): RecordActivity {
  return async (debate, detail) => {
    if (act === undefined) return;
    const by = known && { id: known.grant.id, person: known.grant.person };
    await team.record({ by, act, debate, detail, from: address }).catch(onDefect);
  };
}

function requireJsonBody({ req }: Context, { body }: ServerRoute): void {
  if (body === undefined) return;
  if (/^application\/json\s*(?:;|$)/i.test(req.header("content-type") ?? "")) return;
  throw new RequestRefusal("not-json", "Only JSON is read here.", "Send application/json.");
}

function createMissingScopeRefusal({ access }: ServerRoute): RequestRefusal {
  return new RequestRefusal(
    "no-scope",
    `This token does not have the scope ${access}.`,
    "Ask the person who gave it to you for one that has it: dissent team tokens create",
  );
}

const WRONG_HOST = new RequestRefusal(
  "wrong-host",
  "This server is not called that.",
  "Open its public address, which is set with --public-url.",
);
const NO_TOKEN = new RequestRefusal(
  "no-token",
  "A token is needed.",
  "Send it as Authorization: Bearer dissent_…, or log in on the page.",
);
export const UNKNOWN_TOKEN = new RequestRefusal(
  "no-token",
  "This token is not known here, or no longer.",
  "Ask the person who runs the server for one: dissent team tokens create",
);
const WRONG_ORIGIN = new RequestRefusal(
  "wrong-origin",
  "Another page asked for this, so it was not done.",
  "Do it on the server's own page, or with a token in the request.",
);
const TOO_MANY_ANSWERS = new RetryLaterRefusal(
  "too-many-requests",
  "This token asks for too much at once.",
  1,
);
