/** Creates, lists and revokes a team's tokens, and shows the activity log. */
import { createContextRedactor } from "../../app/app-context.ts";
import { readListFlag, readTextFlag, readWholeNumberFlag } from "../../app/read-flags.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import { EXIT } from "../../cli/exit-codes.ts";
import type { CommandHandler } from "../../cli/program/program.ts";
import {
  truncateToColumns,
  padToColumns,
  sanitizeForTerminal,
  measureColumns,
} from "../../cli/terminal/terminal-style.ts";
import { SetupError } from "../../errors.ts";
import { findNearestWord } from "../../text/nearest-word.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { ActivityEntry } from "../tokens/activity-log.ts";
import { LARGEST_BUDGET_USD, roundUpToMicros, formatMicrosAsUsd } from "../tokens/micro-dollars.ts";
import type { StoredToken } from "../tokens/stored-tokens.ts";
import { openTeam, type Team } from "../tokens/team.ts";
import {
  validateTokenRequest,
  type TokenIssuer,
  type TokenScope,
  SCOPES,
} from "../tokens/token-grant.ts";
import { openTeamDatabase } from "./team-database.ts";

export const runTokensCreateCommand: CommandHandler = async (cli, _, flags) => {
  // everything that can be wrong is said before a database is reached
  const wish = validateTokenRequest({
    person: readTextFlag(flags, "person") ?? "",
    scopes: parseScopeFlags(readListFlag(flags, "scope")),
    budgetUsd: parseBudgetFlag(readTextFlag(flags, "budget")),
    expiresMs: null,
  });
  const holdsMs = parseExpiryFlag(readTextFlag(flags, "expires") ?? "90d");
  const { token, grant } = await useTeamDatabase(cli, async (team) => {
    const expiresMs = holdsMs === null ? null : (await team.nowMs()) + holdsMs;
    return team.issue({ ...wish, expiresMs }, createCliIssuer(cli));
  });
  cli.stdout.write(`${cli.flags.json ? stringifyForTerminal({ token, grant }) : token}\n`);
  if (!cli.flags.quiet) {
    const { id, person, scopes, expiresMs } = grant;
    const may = `${scopes.join(", ")}; ${formatTokenBudget(grant)}; ${formatExpiryDate(expiresMs)}`;
    cli.stderr.write(
      `Token ${id} of ${sanitizeForTerminal(person)}: ${may}.\nIt is shown only once; only its hash is stored.\n`,
    );
  }
  return EXIT.decided;
};

export const runTokensListCommand: CommandHandler = async (cli) => {
  const { tokens, nowMs } = await useTeamDatabase(cli, async (team) => ({
    tokens: await team.tokens(),
    nowMs: await team.nowMs(),
  }));
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal(tokens)}\n`);
  } else if (tokens.length === 0) {
    cli.stderr.write(
      "No tokens yet. Make one: dissent team tokens create --person ann --scope read,run\n",
    );
  } else {
    const rows = tokens.map((token) => [
      token.id,
      truncateToColumns(sanitizeForTerminal(token.person), 24, cli.style.sign.ellipsis),
      token.scopes.join(","),
      formatTokenSpending(token),
      describeTokenState(token, nowMs),
      token.lastUsedMs === null ? "never used" : `used ${formatMinuteTimestamp(token.lastUsedMs)}`,
    ]);
    cli.stdout.write(alignTokenColumns(rows));
  }
  return EXIT.decided;
};

export const runTokensRevokeCommand: CommandHandler = async (cli, [id = ""]) => {
  const grant = await useTeamDatabase(cli, (team) => team.revoke(id.trim(), createCliIssuer(cli)));
  const said = `Revoked ${grant.id} of ${sanitizeForTerminal(grant.person)}.`;
  cli.stdout.write(`${cli.flags.json ? stringifyForTerminal(grant) : said}\n`);
  return EXIT.decided;
};

export const runTokensLogCommand: CommandHandler = async (cli, _, flags) => {
  const limit = readWholeNumberFlag(flags, "limit", "--limit") ?? 50;
  const debate = readTextFlag(flags, "debate");
  const person = readTextFlag(flags, "person");
  const acts = await useTeamDatabase(cli, (team) =>
    team.acts({
      limit,
      ...(debate !== undefined && { debate }),
      ...(person !== undefined && { person }),
    }),
  );
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal(acts)}\n`);
  } else if (acts.length === 0) {
    const narrowed = debate !== undefined || person !== undefined;
    cli.stderr.write(narrowed ? "No entries match.\n" : "The log is empty.\n");
  } else {
    cli.stdout.write(alignTokenColumns(acts.map((act) => formatActivityRow(act, cli))));
  }
  return EXIT.decided;
};

async function useTeamDatabase<Result>(
  cli: CliContext,
  use: (team: Team) => Promise<Result>,
): Promise<Result> {
  const onNotice = (line: string): void => void cli.stderr.write(`${sanitizeForTerminal(line)}\n`);
  const database = await openTeamDatabase(cli, { start: false, onNotice });
  try {
    const team = await openTeam({ url: database.url, redact: createContextRedactor(cli) });
    try {
      return await use(team);
    } finally {
      await team.close();
    }
  } finally {
    await database.stop();
  }
}

function createCliIssuer({ person }: CliContext): TokenIssuer {
  return { id: null, person, from: "command line" };
}

function parseScopeFlags(lists: readonly string[]): TokenScope[] {
  const words = lists
    .flatMap((list) => list.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words.map((word) => {
    const scope = SCOPES.find((known) => known === word);
    if (scope !== undefined) return scope;
    const guess = findNearestWord(word, SCOPES);
    const meant = guess === undefined ? "" : `Did you mean ${guess}? `;
    throw new SetupError(
      "usage",
      `There is no scope "${sanitizeForTerminal(word).slice(0, 40)}".`,
      {
        hint: `${meant}Choose from: ${SCOPES.join(", ")}.`,
      },
    );
  });
}

function parseBudgetFlag(text: string | undefined): number | null {
  if (text === undefined) return null;
  const usd = /^\d{1,7}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (usd <= LARGEST_BUDGET_USD) return usd;
  throw new SetupError(
    "usage",
    `--budget must be dollars from 0 to ${LARGEST_BUDGET_USD}, got "${sanitizeForTerminal(text).slice(0, 40)}".`,
    { hint: "Write it as --budget 5 or --budget 0.50." },
  );
}

const EXPIRY_PATTERN = /^(\d{1,5})(m|h|d)$/;
const EXPIRY_UNITS_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const MAX_EXPIRY_DAYS = 3_650;

/** Milliseconds, or null for ever. */
function parseExpiryFlag(text: string): number | null {
  if (text.trim() === "never") return null;
  const [, amount = "0", unit = ""] = EXPIRY_PATTERN.exec(text.trim()) ?? [];
  const ms = Number(amount) * (EXPIRY_UNITS_MS[unit] ?? 0);
  if (ms > 0 && ms <= MAX_EXPIRY_DAYS * 86_400_000) return ms;
  throw new SetupError(
    "usage",
    `--expires must be a time such as 12h or 90d, at most ${MAX_EXPIRY_DAYS}d, or never, got "${sanitizeForTerminal(text).slice(0, 40)}".`,
    { hint: "Write it as --expires 90d." },
  );
}

function formatTokenBudget({ budgetUsd }: Pick<StoredToken, "budgetUsd">): string {
  return budgetUsd === null ? "no budget" : formatDollarAmount(budgetUsd);
}

function formatTokenSpending({ spentUsd, reservedUsd, budgetUsd }: StoredToken): string {
  const held = reservedUsd > 0 ? ` and ${formatDollarAmount(reservedUsd)} held` : "";
  const limit = budgetUsd === null ? "" : ` of ${formatDollarAmount(budgetUsd)}`;
  return `${formatDollarAmount(spentUsd)} spent${held}${limit}`;
}

function formatDollarAmount(usd: number): string {
  return formatMicrosAsUsd(roundUpToMicros(usd));
}

function describeTokenState({ revokedMs, expiresMs }: StoredToken, nowMs: number): string {
  if (revokedMs !== null) return `revoked ${formatMinuteTimestamp(revokedMs)}`;
  if (expiresMs !== null && expiresMs <= nowMs) return `ended ${formatMinuteTimestamp(expiresMs)}`;
  return formatExpiryDate(expiresMs);
}

function formatExpiryDate(expiresMs: number | null): string {
  return expiresMs === null ? "no end" : `until ${formatMinuteTimestamp(expiresMs)}`;
}

function formatMinuteTimestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** What clients sent may be in it: one harmless line each. */
function formatActivityRow(
  { atMs, by, act, debate, detail, from }: ActivityEntry,
  cli: CliContext,
): string[] {
  const { ellipsis } = cli.style.sign;
  const token = by === null || by.id === null ? "" : ` (${sanitizeForTerminal(by.id)})`;
  const who = by === null ? "unknown" : `${sanitizeForTerminal(by.person)}${token}`;
  return [
    `${formatMinuteTimestamp(atMs)}:${new Date(atMs).toISOString().slice(17, 19)}`,
    truncateToColumns(who, 36, ellipsis),
    sanitizeForTerminal(act),
    debate === null ? "" : sanitizeForTerminal(debate),
    truncateToColumns(sanitizeForTerminal(from), 40, ellipsis),
    truncateToColumns(sanitizeForTerminal(detail), 200, ellipsis),
  ];
}

function alignTokenColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => measureColumns(row[at] ?? ""))),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, at) => padToColumns(cell, widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
