/** The handlers of routes that only a team's server has. */
import { readBoundedBody, requireDebateId } from "../../../server/read-request.ts";
import type { RouteCall, RouteHandlers } from "../../../server/route.ts";
import type { Team } from "../../tokens/team.ts";
import type { FleetAccess } from "../fleet-runner.ts";
import type { AuthThrottle } from "../guard/auth-throttle.ts";
import {
  type Requester,
  type TokenCookieOptions,
  deleteTokenCookie,
  getAuthenticatedToken,
  getRequester,
  setTokenCookie,
} from "../guard/requester.ts";
import { UNKNOWN_TOKEN } from "../guard/team-guard.ts";
import type { ServerMetrics } from "../server-metrics.ts";
import { LOG_IN_STYLE, respondWithLogInPage, sanitizeRedirectPath } from "./log-in-page.ts";
import type { LOG_IN_ROUTES, TEAM_ROUTES } from "./team-route-table.ts";

export interface TeamHandlerContext {
  readonly team: Team;
  readonly fleet: FleetAccess;
  readonly metrics: ServerMetrics;
  readonly streamCount: () => number;
  readonly isReady: () => Promise<boolean>;
  readonly document: unknown;
  readonly keeping: TokenCookieOptions;
}

export function createTeamHandlers(serving: TeamHandlerContext): RouteHandlers<typeof TEAM_ROUTES> {
  const { team, fleet, metrics, keeping } = serving;
  return {
    async me({ c }) {
      const { grant } = getAuthenticatedToken(c);
      const { id, person, scopes, budgetUsd, expiresMs } = grant;
      return { id, person, scopes, budgetUsd, expiresMs, leftUsd: await team.allowance(grant) };
    },
    leave({ c }) {
      deleteTokenCookie(c, keeping);
      return {};
    },
    document: () => serving.document,
    tokens: async () => ({ tokens: await team.tokens() }),
    issue({ c, body: { person, scopes, budgetUsd = null, expiresMs = null } }) {
      return team.issue(
        { person, scopes, budgetUsd, expiresMs },
        createTokenIssuer(getRequester(c)),
      );
    },
    async revoke({ c }) {
      const id = c.req.param("token") ?? "";
      return { grant: await team.revoke(id.slice(0, 100), createTokenIssuer(getRequester(c))) };
    },
    acts: async (call) => ({ acts: await team.acts(parseActivityQuery(call)) }),
    fleet: () => fleet.status(),
    async metrics({ c }) {
      const status = await fleet.status().catch(() => null);
      const text = metrics.text({ streams: serving.streamCount(), fleet: status });
      return c.body(text, 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
    },
    alive: ({ c }) => c.text("ok\n"),
    ready: async ({ c }) =>
      (await serving.isReady()) ? c.text("ok\n") : c.text("not ready\n", 503),
  };
}

/** Recorded by the team itself, with the token in one. */
function createTokenIssuer({ known, address }: Requester): {
  id: string | null;
  person: string;
  from: string;
} {
  return { id: known?.grant.id ?? null, person: known?.grant.person ?? "", from: address };
}

function parseActivityQuery({ c }: RouteCall): Parameters<Team["acts"]>[0] {
  const [debate, person] = [c.req.query("debate"), c.req.query("person")];
  const [limit, before] = [
    parseWholeNumber(c.req.query("limit")),
    parseWholeNumber(c.req.query("before")),
  ];
  return {
    ...(debate !== undefined && { debate: requireDebateId(debate) }),
    ...(person !== undefined && { person: person.replaceAll("\0", "").slice(0, 200) }),
    ...(limit !== undefined && { limit }),
    ...(before !== undefined && { before }),
  };
}

function parseWholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

// a token and a path
const LONGEST_FORM = 10_000;

export function createLogInHandlers(
  doors: AuthThrottle,
  keeping: TokenCookieOptions,
): RouteHandlers<typeof LOG_IN_ROUTES> {
  return {
    async enter({ c }) {
      const form = new URLSearchParams(await readBoundedBody(c, LONGEST_FORM));
      const next = sanitizeRedirectPath(form.get("next") ?? "/");
      const token = (form.get("token") ?? "").trim();
      const grant =
        token.length > 200 ? null : await doors.authenticate(token, getRequester(c).address);
      if (!grant) return respondWithLogInPage(c, { next, problem: UNKNOWN_TOKEN.message }, 401);
      setTokenCookie(c, keeping, token);
      return c.redirect(next, 303);
    },
    style: ({ c }) => c.body(LOG_IN_STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }),
  };
}
