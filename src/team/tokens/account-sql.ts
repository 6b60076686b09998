/**
 * What tokens have spent and reserved, read from the debates bound to them.
 *
 * A debate has spent what its summary says, minus what was there when it was bound: a fork begins with turns that the
 * original debate has paid for. Until it ends, the rest of its reservation stays reserved. A binding is closed once
 * its debate is seen to have ended: its cost is then stored, and its summary is not read again, however many debates
 * a token has.
 */
import { MICROS_ROUNDING_NOISE } from "./micro-dollars.ts";
import type { TeamConnection } from "./team-connection.ts";

/** A reservation that nobody has bound for so long belongs to a process that is gone. */
const LAPSES_AFTER_MS = 600_000;

export function buildLapsedSql({ now }: TeamConnection): string {
  return `made_ms <= ${now} - ${LAPSES_AFTER_MS}`;
}

/** Each binding and reservation: token, debate or ticket, spent, held, and whether the debate has ended. */
export function buildChargesSql({ schema, store }: TeamConnection): string {
  return `
    SELECT bindings.token, bindings.debate, NULL::uuid AS ticket,
           coalesce(status = 'settled', false) AS settled, used.spent,
           CASE WHEN status = 'settled' THEN 0 ELSE greatest(bindings.micros - used.spent, 0) END AS held
    FROM ${schema}.bindings LEFT JOIN ${store}.debates ON debates.id = bindings.debate
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN closed AND status = 'settled' THEN bindings.micros
        ELSE greatest(${buildCostSql("summary")} - bindings.before_micros, 0)
      END AS spent
    ) AS used
    UNION ALL
    SELECT token, NULL, id, false, 0, micros FROM ${schema}.reservations`;
}

/** What each token has spent and holds, where it ever did. */
export function buildAccountsSql(tables: TeamConnection): string {
  const { schema } = tables;
  return `
    SELECT token, sum(spent)::bigint AS spent, sum(held)::bigint AS held
    FROM (${buildChargesSql(tables)}) AS charges
    WHERE ticket IS NULL OR ticket NOT IN (SELECT id FROM ${schema}.reservations WHERE ${buildLapsedSql(tables)})
    GROUP BY token`;
}

/**
 * The cost in a summary, in micro-dollars. Found as a text: words of models stand in a summary too, and
 * PostgreSQL refuses to read JSON with certain characters; but a key with its quotes can be nothing else.
 */
export function buildCostSql(summary: string): string {
  const rest = `split_part(${summary}, ',"costUsd":', 2)`;
  const usd = `substring(${rest} FROM '^[0-9.eE+-]+')::numeric`;
  return `coalesce(greatest(ceil(${usd} * 1000000 - ${MICROS_ROUNDING_NOISE}), 0), 0)::bigint`;
}
