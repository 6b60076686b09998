/** The responses of a team's server besides debates, as schemas. */
import * as z from "zod";

import type { FleetStatus } from "../../fleet/fleet-client.ts";
import type { ActivityEntry } from "../../tokens/activity-log.ts";
import type { StoredToken } from "../../tokens/stored-tokens.ts";
import { type TokenGrant, SCOPES } from "../../tokens/token-grant.ts";

const words = z.string();
const moment = z.number().describe("Milliseconds since 1970.");
const usd = z.number().nonnegative();
const count = z.number().int().nonnegative();

const grant = {
  id: words.describe("The public part of the token."),
  person: words.describe("Who acts, for the record."),
  scopes: z.array(z.enum(SCOPES)),
  budgetUsd: usd.nullable().describe("What it may spend in all; null: no limit."),
  expiresMs: moment.nullable(),
};

const GrantAnswer = z.strictObject(grant) satisfies z.ZodType<TokenGrant>;

export const MeAnswer = z.strictObject({
  ...grant,
  leftUsd: usd.nullable().describe("What may still be spent; null: no limit."),
});

export const TokensAnswer = z.strictObject({
  tokens: z.array(
    z.strictObject({
      ...grant,
      createdMs: moment,
      lastUsedMs: moment.nullable(),
      revokedMs: moment.nullable(),
      spentUsd: usd,
      reservedUsd: usd,
    }) satisfies z.ZodType<StoredToken>,
  ),
});

export const IssuedAnswer = z.strictObject({
  token: words.describe("Shown this once, and kept nowhere."),
  grant: GrantAnswer,
});

export const RevokedAnswer = z.strictObject({ grant: GrantAnswer });

export const ActsAnswer = z.strictObject({
  acts: z.array(
    z.strictObject({
      number: count,
      atMs: moment,
      by: z
        .strictObject({ id: words.nullable(), person: words })
        .nullable()
        .describe("The id of the token is null on the command line."),
      act: words,
      debate: words.nullable(),
      detail: words,
      from: words.describe("The address it came from."),
    }) satisfies z.ZodType<ActivityEntry>,
  ),
});

const Worker = z.strictObject({
  id: words,
  host: words,
  pid: count,
  state: z.enum(["live", "draining", "dead"]),
  beatMs: z.number().describe("Since its last beat."),
  startedMs: moment,
  holding: count,
  calling: count,
  rssBytes: z.number(),
  version: words,
  protocols: z.array(words),
}) satisfies z.ZodType<FleetStatus["workers"][number]>;

const Queue = z.strictObject({
  name: words,
  waiting: count,
  running: count,
  oldestMs: z.number().nullable(),
  concurrency: z.number().nullable(),
  served: z.boolean().describe("Whether a live worker serves it."),
}) satisfies z.ZodType<FleetStatus["queues"][number]>;

export const FleetAnswer = z.strictObject({
  workers: z.array(Worker),
  queues: z.array(Queue),
  debates: z.strictObject({
    queued: count,
    held: count,
    waiting: count,
    paused: count,
    settled: count,
  }),
  troubles: z.array(z.strictObject({ debate: words, trouble: words, atMs: moment })),
}) satisfies z.ZodType<FleetStatus>;
