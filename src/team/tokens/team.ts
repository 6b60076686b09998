/** A team: who may do what, what it may cost them, and who did what. In the same database as the debates. */
import { type Act, type ActQuery, actsOf, type NewAct, record } from "./acts.ts";
import { allowance, reserve, type Reservation } from "./budget.ts";
import { teamTables, type TeamSetting } from "./database.ts";
import type { Grant, Issuer, Wish } from "./grant.ts";
import { issue, type Issued, issueFirst, revoke } from "./issuing.ts";
import { grantOf, keptTokens, type KeptToken } from "./tokens.ts";

export interface Team {
  /** Null: unknown, revoked or expired. */
  grantOf(token: string): Promise<Grant | null>;
  /** Also records the act `token-issued`. */
  issue(wish: Wish, by: Issuer): Promise<Issued>;
  /** The same for a team that has none yet; null where it has. */
  issueFirst(wish: Wish, by: Issuer): Promise<Issued | null>;
  /** Also records the act `token-revoked`, once. Throws SetupError("unknown-token"). */
  revoke(id: string, by: Issuer): Promise<Grant>;
  /** Newest first, revoked ones too. */
  tokens(): Promise<readonly KeptToken[]>;
  /** Dollars that may still be reserved; null: no limit. */
  allowance(grant: Grant): Promise<number | null>;
  /**
   * Before anything is opened; throws SetupError("budget-spent") where it does not fit. `usd` is what the debate
   * may cost in all. For a debate that is there already, name it: only what is new is taken then.
   */
  reserve(grant: Grant, usd: number, debate?: string): Promise<Reservation>;
  record(act: NewAct): Promise<void>;
  /** Newest first. */
  acts(query?: ActQuery): Promise<readonly Act[]>;
  /** The database's clock, which says when a token ends. */
  nowMs(): Promise<number>;
  close(): Promise<void>;
}

export async function openTeam(setting: TeamSetting): Promise<Team> {
  const tables = await teamTables(setting);
  return {
    grantOf: (token) => grantOf(tables, token),
    issue: (wish, by) => issue(tables, wish, by),
    issueFirst: (wish, by) => issueFirst(tables, wish, by),
    revoke: (id, by) => revoke(tables, id, by),
    tokens: () => keptTokens(tables),
    allowance: (grant) => allowance(tables, grant),
    reserve: (grant, usd, debate) => reserve(tables, grant, { usd, debate }),
    record: (act) => record(tables, act),
    acts: (query = {}) => actsOf(tables, query),
    async nowMs() {
      const [row] = await tables.read<{ now: string }>(`SELECT ${tables.now} AS now`);
      return Number(row?.now);
    },
    close: () => tables.close(),
  };
}
