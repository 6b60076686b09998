import { textFlag, wholeFlag } from "../../app/flags.ts";
import { hasDebates, hasTeamBeside, projectStore } from "../../app/project/project-store.ts";
import type { DebateSummary } from "../../domain/summary.ts";
import type { Listed } from "../../store.ts";
import { jsonText } from "../../text/json-text.ts";
import { unreadableNotice } from "../debates/readable.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { fitted, padded, plain, widthOf } from "../terminal/terminal.ts";

export const list: Action = async (session, words, flags) => {
  const limit = wholeFlag(flags, "limit", "--limit") ?? 50;
  const status = textFlag(flags, "status") as DebateSummary["status"] | undefined;
  const search = [...words, textFlag(flags, "search") ?? ""].join(" ").trim();
  const found = await listed(session, {
    limit,
    search,
    ...(status && { status }),
  });
  if (session.flags.quiet !== true && hasTeamBeside(session)) session.stderr.write(TEAM);
  if (session.flags.json) {
    session.stdout.write(`${jsonText(found)}\n`);
  } else if (found.length === 0) {
    const narrowed = search !== "" || status !== undefined;
    session.stderr.write(
      narrowed ? "No debate fits.\n" : "No debates here yet. Start one: dissent run <brief>\n",
    );
  } else {
    session.stdout.write(`${listLines(found, session).join("\n")}\n`);
  }
  return 0;
};

const TEAM =
  "These are the debates of the project's file. The team's are on the page of dissent serve, and here with database: project in dissent.yaml.\n";

async function listed(
  session: Session,
  query: { limit: number; search: string; status?: DebateSummary["status"] },
): Promise<readonly Listed[]> {
  if (!hasDebates(session)) return [];
  // the store alone: the rules and the models would take most of the time
  const store = projectStore(session);
  try {
    return await store.list({ ...query, onUnreadable: unreadableNotice(session) });
  } finally {
    await store.close();
  }
}

/** Ids are whole, so that they can be pasted into other commands; a pipe gets the whole question too. */
function listLines(found: readonly Listed[], { style, stdout }: Session): string[] {
  const idColumns = Math.max(...found.map(({ id }) => widthOf(plain(id))));
  const stateColumns = Math.max(...found.map((one) => widthOf(stateOf(one))));
  const room = style.columns - DATE_COLUMNS - idColumns - stateColumns - 3 * GAP.length;
  return found.flatMap((one) => {
    const date = style.dim(new Date(one.openedMs).toISOString().slice(0, 16).replace("T", " "));
    const id = plain(one.id);
    const colour =
      one.ending === "decided" ? style.green : one.ending === null ? style.dim : style.red;
    const question = (columns: number): string =>
      stdout.isTTY === true
        ? fitted(plain(one.question), columns, style.sign.ellipsis)
        : plain(one.question);
    const state = stateOf(one);
    if (stdout.isTTY !== true || room >= FEWEST_COLUMNS) {
      const cells = [date, padded(id, idColumns), colour(padded(state, stateColumns))];
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

function stateOf(one: Listed): string {
  const { status, label, choice, decided, degraded, nobodyJudged, held } = one;
  if (status !== "settled") return status === "running" && !held ? "stopped, resumable" : status;
  const word = (label ?? "").toLowerCase().replaceAll("_", " ");
  const what = decided === null ? (choice ?? "") : `${decided} decided`;
  const unjudged = nobodyJudged && decided === null ? "unjudged" : "";
  return [unjudged, degraded ? "degraded" : "", word, what].filter((part) => part !== "").join(" ");
}
