/** A team: who may do what, what they may spend, and who did what. In the same database as the debates. */
import {
  type ActivityEntry,
  type ActivityQuery,
  listActivity,
  type NewActivityEntry,
  recordActivity,
} from "./activity-log.ts";
import {
  issueToken,
  type IssuedToken,
  issueFirstToken,
  revokeStoredToken,
} from "./issue-tokens.ts";
import { findTokenGrant, listStoredTokens, type StoredToken } from "./stored-tokens.ts";
import { openTeamConnection, type TeamOptions } from "./team-connection.ts";
import { readTokenAllowance, reserveTokenBudget, type TokenReservation } from "./token-budget.ts";
import type { TokenGrant, TokenIssuer, TokenRequest } from "./token-grant.ts";

export interface Team {
  /** Null: unknown, revoked or expired. */
  findGrant(token: string): Promise<TokenGrant | null>;
  /** Also records the act `token-issued`. */
  issue(wish: TokenRequest, by: TokenIssuer): Promise<IssuedToken>;
  /** The same for a team that has none yet; null where it has. */
  issueFirst(wish: TokenRequest, by: TokenIssuer): Promise<IssuedToken | null>;
  /** Also records the act `token-revoked`, once. Throws SetupError("unknown-token"). */
  revoke(id: string, by: TokenIssuer): Promise<TokenGrant>;
  /** Newest first, revoked ones too. */
  tokens(): Promise<readonly StoredToken[]>;
  /** Dollars that may still be reserved; null: no limit. */
  allowance(grant: TokenGrant): Promise<number | null>;
  /**
   * Before anything is opened; throws SetupError("budget-spent") where it does not fit. `usd` is what the debate
   * may cost in all. For a debate that is there already, name it: only what is new is taken then.
   */
  reserve(grant: TokenGrant, usd: number, debate?: string): Promise<TokenReservation>;
  record(act: NewActivityEntry): Promise<void>;
  /** Newest first. */
  acts(query?: ActivityQuery): Promise<readonly ActivityEntry[]>;
  /** The database's clock, which says when a token ends. */
  nowMs(): Promise<number>;
  close(): Promise<void>;
}

export async function openTeam(setting: TeamOptions): Promise<Team> {
  const tables = await openTeamConnection(setting);
  return {
    findGrant: (token) => findTokenGrant(tables, token),
    issue: (wish, by) => issueToken(tables, wish, by),
    issueFirst: (wish, by) => issueFirstToken(tables, wish, by),
    revoke: (id, by) => revokeStoredToken(tables, id, by),
    tokens: () => listStoredTokens(tables),
    allowance: (grant) => readTokenAllowance(tables, grant),
    reserve: (grant, usd, debate) => reserveTokenBudget(tables, grant, { usd, debate }),
    record: (act) => recordActivity(tables, act),
    acts: (query = {}) => listActivity(tables, query),
    async nowMs() {
      const [row] = await tables.read<{ now: string }>(`SELECT ${tables.now} AS now`);
      return Number(row?.now);
    },
    close: () => tables.close(),
  };
}
