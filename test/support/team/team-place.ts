/** Teams on a real PostgreSQL, with as many processes as a test needs, and debates that cost what it says. */
import { Client } from "pg";
import { afterAll } from "vitest";

import type { DebateSummary } from "../../../src/domain/journal/summary.ts";
import type { Store } from "../../../src/store.ts";
import { postgresStore } from "../../../src/stores/postgres.ts";
import { openTeam, type Team } from "../../../src/team/tokens/team.ts";
import { createTestSummary } from "../../conformance/store-lines.ts";
import { asked, postgres, schemaIn, createTestSchema } from "../fleet/postgres.ts";

export interface TeamPlace {
  readonly url: string;
  /** In which the team's tables are. */
  readonly schema: string;
  /** With connections of its own, as another process has. */
  open(redact?: (text: string) => string): Promise<Team>;
  /** Makes the debate, or lets it go on: what it has cost, and whether it has ended. */
  debate(id: string, changes: Partial<DebateSummary>): Promise<void>;
  /** The database's clock stands still from now on, at this time. */
  stopClock(ms: number): Promise<void>;
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

const closing: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function teamPlace(): Promise<TeamPlace> {
  const server = await postgres();
  const url = createTestSchema(server);
  const schema = `${schemaIn(url)}_team`;
  const store: Store = postgresStore(url);
  const lines = new Map<string, number>();
  const looking = new Client({ connectionString: server });
  await looking.connect();
  closing.push(
    () => looking.end(),
    () => asked(server, `DROP SCHEMA IF EXISTS ${schema} CASCADE`),
    () => store.close(),
  );
  return {
    url,
    schema,
    async open(redact) {
      const team = await openTeam({ url, ...(redact && { redact }) });
      closing.push(() => team.close());
      return team;
    },
    async debate(id, changes) {
      const expected = lines.get(id) ?? 0;
      lines.set(id, expected + 1);
      await store.append({
        debate: id,
        expected,
        lines: ["a"],
        summary: createTestSummary(id, changes),
      });
    },
    async stopClock(ms) {
      await looking.query(
        `CREATE OR REPLACE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
           AS 'SELECT ${ms}::bigint'`,
      );
    },
    rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await looking.query(sql, [...values])).rows as Row[],
  };
}
