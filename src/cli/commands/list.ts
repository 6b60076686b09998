import { textFlag, wholeFlag } from "../../desk/flags.ts";
import { jsonText } from "../../desk/json-text.ts";
import { hasDebates, hasTeamBeside, projectStore } from "../../desk/project-store.ts";
import type { DebateSummary } from "../../domain/summary.ts";
import type { Listed } from "../../store.ts";
import type { Action } from "../program.ts";
import type { Session } from "../session.ts";
import { fitted, padded, plain, type Style } from "../terminal.ts";

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
    session.stdout.write(`${found.map((one) => rowOf(one, session.style)).join("\n")}\n`);
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
    return await store.list(query);
  } finally {
    await store.close();
  }
}

function rowOf(one: Listed, style: Style): string {
  const date = new Date(one.openedMs).toISOString().slice(0, 16).replace("T", " ");
  const { ellipsis } = style.sign;
  const idColumns = style.columns < 110 ? 26 : 40;
  const id = padded(fitted(one.id, idColumns, ellipsis), idColumns);
  const state = padded(stateOf(one), 20);
  const colour =
    one.ending === "decided" ? style.green : one.ending === null ? style.dim : style.red;
  return `${style.dim(date)}  ${id}  ${colour(state)}  ${fitted(plain(one.question), Math.max(8, style.columns - idColumns - 42), ellipsis)}`;
}

function stateOf({ status, label, choice, decided, degraded, held }: Listed): string {
  if (status !== "settled") return status === "running" && !held ? "stopped, resumable" : status;
  const word = (label ?? "").toLowerCase().replaceAll("_", " ");
  const what = decided === null ? (choice ?? "") : `${decided} decided`;
  return [degraded ? "degraded" : "", word, what].filter((part) => part !== "").join(" ");
}
