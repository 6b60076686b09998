/**
 * Who may ask a team's server anything.
 *
 * TG1. Only under the server's own names (421).
 * TG2. Without a token only whether the server runs, and the log-in (401). What a token has no scope for is refused,
 *      before anything that was sent is read, and recorded (403).
 * TG3. Nothing is done at another page's word: what a browser sends needs the server's own origin (403).
 * TG4. Who asks too often, for too much at once, or with tokens that nobody knows, waits (429).
 */
import type { Context, MiddlewareHandler } from "hono";

import type { Clock } from "../../clock.ts";
import type { Admit, Note } from "../../server/bind.ts";
import { Refusal, Wait } from "../../server/refusal.ts";
import type { Route } from "../../server/route.ts";
import type { Team } from "../tokens/team.ts";
import { type Asker, askerOf, type Known, setAsker } from "./asker.ts";
import type { Bounds } from "./bounds.ts";
import { buckets } from "./buckets.ts";
import { credentialIn, type Keeping } from "./credentials.ts";
import type { Doors } from "./doors.ts";
import { type Closing, inFlight } from "./in-flight.ts";
import type { ServerNames } from "./server-names.ts";

export interface TeamGuardSetting extends Keeping {
  readonly names: ServerNames;
  readonly team: Pick<Team, "record">;
  readonly doors: Doors;
  readonly clock: Clock;
  readonly bounds: Pick<Bounds, "requestsPerMinute" | "burst" | "requestsAtOnce">;
  readonly addressOf: (c: Context) => string;
  /** What is answered with; closed when all of it was sent, or the client is gone. */
  readonly answerOf: (c: Context) => Closing;
  /** Addresses that need no token. */
  readonly open: ReadonlySet<string>;
  readonly onDefect: (error: unknown) => void;
}

/** Asked by what stands between, under any name; they say nothing. */
const HEALTH = new Set(["/healthz", "/readyz"]);

export function teamGuard(setting: TeamGuardSetting): MiddlewareHandler {
  const { names, doors, bounds, clock } = setting;
  const pace = buckets({ atOnce: bounds.burst, perMinute: bounds.requestsPerMinute, clock });
  const answers = inFlight(bounds.requestsAtOnce);
  return async (c, next) => {
    const address = setting.addressOf(c);
    setAsker(c, { address, known: null });
    if (HEALTH.has(c.req.path)) return next();
    const host = c.req.header("host")?.toLowerCase() ?? "";
    if (!names.hosts.includes(host)) throw WRONG_HOST;
    refuseForeign(c, names.originsFor(host));
    if (setting.open.has(c.req.path)) return next();
    const credential = credentialIn(c, setting);
    if (!credential) throw NO_TOKEN;
    if (credential.by === "cookie") refuseUnsaid(c);
    const grant = await doors.open(credential.token, address);
    if (!grant) throw UNKNOWN_TOKEN;
    const wait = pace.take(grant.id);
    if (wait > 0) throw new Wait("too-many-requests", "This token asks too often.", wait);
    if (!c.req.path.endsWith("/events")) answers.enter(grant.id, setting.answerOf(c));
    setAsker(c, { address, known: { ...credential, grant } });
    return next();
  };
}

/** TG3: a page elsewhere says where it is from, and no browser lets it lie. */
function refuseForeign({ req }: Context, own: readonly string[]): void {
  const origin = req.header("origin");
  if (origin !== undefined && !own.includes(origin.toLowerCase())) throw WRONG_ORIGIN;
}

/** A cookie is sent by the browser, whoever made it ask; then it must say that this page did. */
function refuseUnsaid({ req }: Context): void {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (!isRead && req.header("origin") === undefined) throw WRONG_ORIGIN;
  const site = req.header("sec-fetch-site");
  const isOwn = site === undefined || site === "same-origin" || site === "none";
  // anyone may link to a page; only this one may ask for data
  if (!isOwn && req.path.startsWith("/api/")) throw WRONG_ORIGIN;
}

/** TG2: the scope, at the route itself. Who acts is the token's person. */
export function admitting(
  setting: Pick<TeamGuardSetting, "team" | "clock" | "onDefect">,
  placeOf: (known: Known | null) => Awaited<ReturnType<Admit>>["place"],
): Admit {
  // refusals are recorded so that someone looks, and not so often that they fill a disk
  const refusals = buckets({ atOnce: 20, perMinute: 6, clock: setting.clock });
  return async (c, route) => {
    const asker = askerOf(c);
    const { known } = asker;
    if (isRefused(route, known)) {
      if (known && refusals.take(known.grant.id) === 0) {
        const detail = `${route.method.toUpperCase()} ${c.req.path.slice(0, 200)}`;
        await noting(setting, asker, "refused")(null, detail);
      }
      throw noScope(route);
    }
    refuseOtherThanJson(c, route);
    return { place: placeOf(known), note: noting(setting, asker, route.act) };
  };
}

function isRefused({ access }: Route, known: Known | null): boolean {
  if (access === "open") return false;
  if (access === "any") return known === null;
  return known === null || !known.grant.scopes.includes(access);
}

/** What was done is done: that it could not be recorded is told to whoever runs the server. */
function noting(
  { team, onDefect }: Pick<TeamGuardSetting, "team" | "onDefect">,
  { known, address }: Asker,
  act: string | undefined,
): Note {
  return async (debate, detail) => {
    if (act === undefined) return;
    const by = known && { id: known.grant.id, person: known.grant.person };
    await team.record({ by, act, debate, detail, from: address }).catch(onDefect);
  };
}

function refuseOtherThanJson({ req }: Context, { body }: Route): void {
  if (body === undefined) return;
  if (/^application\/json\s*(?:;|$)/i.test(req.header("content-type") ?? "")) return;
  throw new Refusal("not-json", "Only JSON is read here.", "Send application/json.");
}

function noScope({ access }: Route): Refusal {
  return new Refusal(
    "no-scope",
    `This token does not have the scope ${access}.`,
    "Ask whoever gave it to you for one that has: dissent tokens create",
  );
}

const WRONG_HOST = new Refusal(
  "wrong-host",
  "This server is not called that.",
  "Open its public address; whoever runs it names it with --public-url.",
);
const NO_TOKEN = new Refusal(
  "no-token",
  "A token is needed.",
  "Send it as Authorization: Bearer dissent_…, or log in on the page.",
);
export const UNKNOWN_TOKEN = new Refusal(
  "no-token",
  "This token is not known here, or no longer.",
  "Ask whoever runs the server for one: dissent tokens create",
);
const WRONG_ORIGIN = new Refusal(
  "wrong-origin",
  "Another page asked for this, so it was not done.",
  "Do it on the server's own page, or with a token in the request.",
);
