/** Lists the debates of the project. */
import {
  mayHaveDebates,
  hasTeamDatabase,
  openProjectStore,
} from "../../app/project/project-store.ts";
import { readTextFlag, readWholeNumberFlag } from "../../app/read-flags.ts";
import type { DebateSummary } from "../../domain/journal/summary.ts";
import type { ListedDebate } from "../../store.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { createUnreadableNotice } from "../debates/readable-debates.ts";
import type { CommandHandler } from "../program/program.ts";
import {
  truncateToColumns,
  padToColumns,
  sanitizeForTerminal,
  measureColumns,
} from "../terminal/terminal-style.ts";

export const runListCommand: CommandHandler = async (cli, words, flags) => {
  if (flags["stats"] === true) {
    return (await import("./stats.ts")).runStatsCommand(cli, words, flags);
  }
  const limit = readWholeNumberFlag(flags, "limit", "--limit") ?? 50;
  const status = readTextFlag(flags, "status") as DebateSummary["status"] | undefined;
  const search = [...words, readTextFlag(flags, "search") ?? ""].join(" ").trim();
  const found = await queryProjectDebates(cli, {
    limit,
    search,
    ...(status && { status }),
  });
  if (cli.flags.quiet !== true && hasTeamDatabase(cli)) cli.stderr.write(TEAM_NOTICE);
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal(found)}\n`);
  } else if (found.length === 0) {
    const narrowed = search !== "" || status !== undefined;
    cli.stderr.write(
      narrowed ? "No debate fits.\n" : "No debates here yet. Start one: dissent run <brief>\n",
    );
  } else {
    cli.stdout.write(`${formatDebateList(found, cli).join("\n")}\n`);
  }
  return 0;
};

const TEAM_NOTICE =
  "These are the debates of the project's file. The team's are on the page of dissent serve, and here with database: project in dissent.yaml.\n";

async function queryProjectDebates(
  cli: CliContext,
  query: { limit: number; search: string; status?: DebateSummary["status"] },
): Promise<readonly ListedDebate[]> {
  if (!mayHaveDebates(cli)) return [];
  // the store alone: the rules and the models would take most of the time
  const store = openProjectStore(cli);
  try {
    return await store.list({ ...query, onUnreadable: createUnreadableNotice(cli) });
  } finally {
    await store.close();
  }
}

/** Ids are whole, so that they can be pasted into other commands; a pipe gets the whole question too. */
function formatDebateList(found: readonly ListedDebate[], { style, stdout }: CliContext): string[] {
  const idColumns = Math.max(...found.map(({ id }) => measureColumns(sanitizeForTerminal(id))));
  const stateColumns = Math.max(...found.map((one) => measureColumns(describeDebateState(one))));
  const room = style.columns - DATE_COLUMNS - idColumns - stateColumns - 3 * GAP.length;
  return found.flatMap((one) => {
    const date = style.dim(new Date(one.openedMs).toISOString().slice(0, 16).replace("T", " "));
    const id = sanitizeForTerminal(one.id);
    const colour =
      one.ending === "decided" ? style.green : one.ending === null ? style.dim : style.red;
    const question = (columns: number): string =>
      stdout.isTTY === true
        ? truncateToColumns(sanitizeForTerminal(one.question), columns, style.sign.ellipsis)
        : sanitizeForTerminal(one.question);
    const state = describeDebateState(one);
    if (stdout.isTTY !== true || room >= FEWEST_COLUMNS) {
      const cells = [date, padToColumns(id, idColumns), colour(padToColumns(state, stateColumns))];
      return [[...cells, question(room)].join(GAP)];
    }
    // a narrow terminal has two lines for each
    const below = question(style.columns - DATE_COLUMNS - 2 * GAP.length);
    return [`${id}${GAP}${colour(state)}`, `${GAP}${date}${GAP}${below}`];
  });
}

const GAP = "  ";
const DATE_COLUMNS = "2026-01-01 00:00".length;
const FEWEST_COLUMNS = 16;

function describeDebateState(one: ListedDebate): string {
  const { status, label, choice, decided, degraded, nobodyJudged, recorded, held } = one;
  if (status !== "settled") return status === "running" && !held ? "stopped, resumable" : status;
  const word = (label ?? "").toLowerCase().replaceAll("_", " ");
  const what = decided === null ? (choice ?? "") : `${decided} decided`;
  const unjudged = nobodyJudged && decided === null ? "unjudged" : "";
  return [recorded ? "recorded" : "", unjudged, degraded ? "degraded" : "", word, what]
    .filter((part) => part !== "")
    .join(" ");
}
