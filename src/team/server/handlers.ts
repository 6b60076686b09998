import type { Call, Handlers } from "../../server/bind.ts";
import { checkedDebateId } from "../../server/debate-id.ts";
import { readWords } from "../../server/read-json.ts";
/** What answers the addresses that only a team's server has. */
import type { Team } from "../tokens/team.ts";
import { type Asker, askerOf, knownAsker } from "./asker.ts";
import { forgetToken, type Keeping, keepToken } from "./credentials.ts";
import type { Doors } from "./doors.ts";
import type { Fleet } from "./fleet-holder.ts";
import { UNKNOWN_TOKEN } from "./guard.ts";
import { logInAnswer, safePath } from "./log-in-page.ts";
import { LOG_IN_STYLE } from "./log-in-style.ts";
import type { Metrics } from "./metrics.ts";
import type { LOG_IN_ROUTES, TEAM_ROUTES } from "./route-table.ts";

export interface TeamServing {
  readonly team: Team;
  readonly fleet: Fleet;
  readonly metrics: Metrics;
  readonly streamCount: () => number;
  readonly isReady: () => Promise<boolean>;
  readonly document: unknown;
  readonly keeping: Keeping;
}

export function teamHandlers(serving: TeamServing): Handlers<typeof TEAM_ROUTES> {
  const { team, fleet, metrics, keeping } = serving;
  return {
    async me({ c }) {
      const { grant } = knownAsker(c);
      const { id, person, scopes, budgetUsd, expiresMs } = grant;
      return { id, person, scopes, budgetUsd, expiresMs, leftUsd: await team.allowance(grant) };
    },
    leave({ c }) {
      forgetToken(c, keeping);
      return {};
    },
    document: () => serving.document,
    tokens: async () => ({ tokens: await team.tokens() }),
    issue({ c, body: { person, scopes, budgetUsd = null, expiresMs = null } }) {
      return team.issue({ person, scopes, budgetUsd, expiresMs }, issuer(askerOf(c)));
    },
    async revoke({ c }) {
      const id = c.req.param("token") ?? "";
      return { grant: await team.revoke(id.slice(0, 100), issuer(askerOf(c))) };
    },
    acts: async (call) => ({ acts: await team.acts(queryIn(call)) }),
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
function issuer({ known, address }: Asker): { id: string | null; person: string; from: string } {
  return { id: known?.grant.id ?? null, person: known?.grant.person ?? "", from: address };
}

function queryIn({ c }: Call): Parameters<Team["acts"]>[0] {
  const [debate, person] = [c.req.query("debate"), c.req.query("person")];
  const [limit, before] = [wholeIn(c.req.query("limit")), wholeIn(c.req.query("before"))];
  return {
    ...(debate !== undefined && { debate: checkedDebateId(debate) }),
    ...(person !== undefined && { person: person.replaceAll("\0", "").slice(0, 200) }),
    ...(limit !== undefined && { limit }),
    ...(before !== undefined && { before }),
  };
}

function wholeIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

// a token and a path
const LONGEST_FORM = 10_000;

export function logInHandlers(doors: Doors, keeping: Keeping): Handlers<typeof LOG_IN_ROUTES> {
  return {
    async enter({ c }) {
      const form = new URLSearchParams(await readWords(c, LONGEST_FORM));
      const next = safePath(form.get("next") ?? "/");
      const token = (form.get("token") ?? "").trim();
      const grant = token.length > 200 ? null : await doors.open(token, askerOf(c).address);
      if (!grant) return logInAnswer(c, { next, problem: UNKNOWN_TOKEN.message }, 401);
      keepToken(c, keeping, token);
      return c.redirect(next, 303);
    },
    style: ({ c }) => c.body(LOG_IN_STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }),
  };
}
