/** Tokens of a team: made, listed, taken away; and the log of acts. */
import { redactorFor } from "../../app/desk.ts";
import { listFlag, textFlag, wholeFlag } from "../../app/flags.ts";
import { teamDatabase } from "../../app/project/team-database.ts";
import { SetupError } from "../../errors.ts";
import type { Act } from "../../team/tokens/acts.ts";
import { checkedWish, type Issuer, type Scope, SCOPES } from "../../team/tokens/grant.ts";
import { LARGEST_BUDGET_USD, microsUpTo, spellMicros } from "../../team/tokens/money.ts";
import { openTeam, type Team } from "../../team/tokens/team.ts";
import type { KeptToken } from "../../team/tokens/tokens.ts";
import { jsonText } from "../../text/json-text.ts";
import { nearest } from "../../text/nearest.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { fitted, padded, plain, widthOf } from "../terminal/terminal.ts";

export const createToken: Action = async (session, _, flags) => {
  // everything that can be wrong is said before a database is reached
  const wish = checkedWish({
    person: textFlag(flags, "person") ?? "",
    scopes: scopesIn(listFlag(flags, "scope")),
    budgetUsd: budgetIn(textFlag(flags, "budget")),
    expiresMs: null,
  });
  const holdsMs = holdsFor(textFlag(flags, "expires") ?? "90d");
  const { token, grant } = await withTeam(session, async (team) => {
    const expiresMs = holdsMs === null ? null : (await team.nowMs()) + holdsMs;
    return team.issue({ ...wish, expiresMs }, issuer(session));
  });
  session.stdout.write(`${session.flags.json ? jsonText({ token, grant }) : token}\n`);
  if (!session.flags.quiet) {
    const { id, person, scopes, expiresMs } = grant;
    const may = `${scopes.join(", ")}; ${budgetWords(grant)}; ${untilWords(expiresMs)}`;
    session.stderr.write(
      `Token ${id} of ${plain(person)}: ${may}.\nIt is shown this once; here only its hash is kept.\n`,
    );
  }
  return EXIT.decided;
};

export const listTokens: Action = async (session) => {
  const { tokens, nowMs } = await withTeam(session, async (team) => ({
    tokens: await team.tokens(),
    nowMs: await team.nowMs(),
  }));
  if (session.flags.json) {
    session.stdout.write(`${jsonText(tokens)}\n`);
  } else if (tokens.length === 0) {
    session.stderr.write(
      "No tokens yet. Make one: dissent tokens create --person ann --scope read,run\n",
    );
  } else {
    const rows = tokens.map((token) => [
      token.id,
      fitted(plain(token.person), 24, session.style.sign.ellipsis),
      token.scopes.join(","),
      moneyWords(token),
      stateWords(token, nowMs),
      token.lastUsedMs === null ? "never used" : `used ${spellTime(token.lastUsedMs)}`,
    ]);
    session.stdout.write(columns(rows));
  }
  return EXIT.decided;
};

export const revokeToken: Action = async (session, [id = ""]) => {
  const grant = await withTeam(session, (team) => team.revoke(id.trim(), issuer(session)));
  const said = `Revoked ${grant.id} of ${plain(grant.person)}.`;
  session.stdout.write(`${session.flags.json ? jsonText(grant) : said}\n`);
  return EXIT.decided;
};

export const showActs: Action = async (session, _, flags) => {
  const limit = wholeFlag(flags, "limit", "--limit") ?? 50;
  const debate = textFlag(flags, "debate");
  const person = textFlag(flags, "person");
  const acts = await withTeam(session, (team) =>
    team.acts({
      limit,
      ...(debate !== undefined && { debate }),
      ...(person !== undefined && { person }),
    }),
  );
  if (session.flags.json) {
    session.stdout.write(`${jsonText(acts)}\n`);
  } else if (acts.length === 0) {
    const narrowed = debate !== undefined || person !== undefined;
    session.stderr.write(narrowed ? "No act fits.\n" : "Nothing was done yet.\n");
  } else {
    session.stdout.write(columns(acts.map((act) => actRow(act, session))));
  }
  return EXIT.decided;
};

async function withTeam<Result>(
  session: Session,
  use: (team: Team) => Promise<Result>,
): Promise<Result> {
  const onNotice = (line: string): void => void session.stderr.write(`${plain(line)}\n`);
  const database = await teamDatabase(session, { start: false, onNotice });
  try {
    const team = await openTeam({ url: database.url, redact: redactorFor(session) });
    try {
      return await use(team);
    } finally {
      await team.close();
    }
  } finally {
    await database.stop();
  }
}

function issuer({ person }: Session): Issuer {
  return { id: null, person, from: "command line" };
}

function scopesIn(lists: readonly string[]): Scope[] {
  const words = lists
    .flatMap((list) => list.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words.map((word) => {
    const scope = SCOPES.find((known) => known === word);
    if (scope !== undefined) return scope;
    const guess = nearest(word, SCOPES);
    const meant = guess === undefined ? "" : `Did you mean ${guess}? `;
    throw new SetupError("usage", `There is no scope "${plain(word).slice(0, 40)}".`, {
      hint: `${meant}Choose of: ${SCOPES.join(", ")}.`,
    });
  });
}

function budgetIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  const usd = /^\d{1,7}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (usd <= LARGEST_BUDGET_USD) return usd;
  throw new SetupError(
    "usage",
    `--budget must be dollars from 0 to ${LARGEST_BUDGET_USD}, got "${plain(text).slice(0, 40)}".`,
    { hint: "Write it as --budget 5 or --budget 0.50." },
  );
}

const HOLDS = /^(\d{1,5})(m|h|d)$/;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_DAYS = 3_650;

/** Milliseconds, or null for ever. */
function holdsFor(text: string): number | null {
  if (text.trim() === "never") return null;
  const [, amount = "0", unit = ""] = HOLDS.exec(text.trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? 0);
  if (ms > 0 && ms <= LONGEST_DAYS * 86_400_000) return ms;
  throw new SetupError(
    "usage",
    `--expires must be a time such as 12h or 90d, at most ${LONGEST_DAYS}d, or never, got "${plain(text).slice(0, 40)}".`,
    { hint: "Write it as --expires 90d." },
  );
}

function budgetWords({ budgetUsd }: Pick<KeptToken, "budgetUsd">): string {
  return budgetUsd === null ? "no budget" : dollars(budgetUsd);
}

function moneyWords({ spentUsd, reservedUsd, budgetUsd }: KeptToken): string {
  const held = reservedUsd > 0 ? ` and ${dollars(reservedUsd)} held` : "";
  const limit = budgetUsd === null ? "" : ` of ${dollars(budgetUsd)}`;
  return `${dollars(spentUsd)} spent${held}${limit}`;
}

function dollars(usd: number): string {
  return spellMicros(microsUpTo(usd));
}

function stateWords({ revokedMs, expiresMs }: KeptToken, nowMs: number): string {
  if (revokedMs !== null) return `revoked ${spellTime(revokedMs)}`;
  if (expiresMs !== null && expiresMs <= nowMs) return `ended ${spellTime(expiresMs)}`;
  return untilWords(expiresMs);
}

function untilWords(expiresMs: number | null): string {
  return expiresMs === null ? "no end" : `until ${spellTime(expiresMs)}`;
}

function spellTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** What clients sent may be in it: one harmless line each. */
function actRow({ atMs, by, act, debate, detail, from }: Act, session: Session): string[] {
  const { ellipsis } = session.style.sign;
  const token = by === null || by.id === null ? "" : ` (${plain(by.id)})`;
  const who = by === null ? "nobody known" : `${plain(by.person)}${token}`;
  return [
    `${spellTime(atMs)}:${new Date(atMs).toISOString().slice(17, 19)}`,
    fitted(who, 36, ellipsis),
    plain(act),
    debate === null ? "" : plain(debate),
    fitted(plain(from), 40, ellipsis),
    fitted(plain(detail), 200, ellipsis),
  ];
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ""))),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
