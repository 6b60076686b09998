/** Debates of every protocol and of every kind of ending, held into a project's own database. */
import { prepareDatabasePath } from "../../../src/app/project/dissent-folder.ts";
import type { Store } from "../../../src/store.ts";
import { sqliteStore } from "../../../src/stores/sqlite.ts";
import type { Project } from "../processes/cli.ts";
import { boardBrief, DISSENT, holdBoard, responds as answers, smooth } from "../protocols/board.ts";
import { holdChallenge, planBrief, stubborn } from "../protocols/challenge.ts";
import { SCENARIOS } from "../protocols/judges-scenarios.ts";
import { createTestBrief, holdJudges, responds, rounds, votes } from "../protocols/judges.ts";
import { heldOffline } from "../protocols/offline-debates.ts";
import { CASES } from "../protocols/roundtable-cases.ts";
import { holdTable, tableBrief } from "../protocols/roundtable.ts";

/** The project's journals, for a test that writes into them before a server reads them. */
export async function inDatabase<T>(at: Project, act: (store: Store) => Promise<T>): Promise<T> {
  const store = sqliteStore(prepareDatabasePath(at.dir));
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** One debate of each protocol, by the built-in readers: protocol to debate. */
export async function readersDebates(
  store: Store,
  protocols: readonly string[],
): Promise<Record<string, string>> {
  const held: Record<string, string> = {};
  for (const protocol of protocols) {
    const { record } = await heldOffline(protocol, store);
    held[protocol] = record.id;
  }
  return held;
}

export async function contested(store: Store): Promise<string> {
  const script = SCENARIOS["three opinions twice"] ?? {};
  return (await holdJudges(script, { store, brief: createTestBrief({ id: "contested" }) })).id;
}

/** One voice was not heard in either round. */
export async function degraded(store: Store): Promise<string> {
  const script = SCENARIOS["an absence in each round"] ?? {};
  return (await holdJudges(script, { store, brief: createTestBrief({ id: "degraded" }) })).id;
}

/** A judge is convinced by another's claim. */
export async function convinced(store: Store): Promise<string> {
  const script = rounds(votes("A", "B", "C"), {
    risk: responds("risk", "A"),
    value: responds("value", "A", { because: ["risk-2"] }),
    effort: responds("effort", "C"),
  });
  return (await holdJudges(script, { store, brief: createTestBrief({ id: "convinced" }) })).id;
}

export async function tradeoff(store: Store): Promise<string> {
  return (await holdChallenge(stubborn(), { store, brief: planBrief({ id: "tradeoff" }) })).id;
}

/** A board whose contrarian dissents to the end. */
export async function opposed(store: Store): Promise<string> {
  const script = {
    ...smooth(),
    "responses-2/contrarian": answers("contrarian", "A", {
      tag: " again",
      formal_dissents: [DISSENT],
    }),
  };
  return (await holdBoard(script, { store, brief: boardBrief({ id: "opposed" }) })).id;
}

/** A roundtable that stalled and was accepted with a risk that a person named. */
export async function acceptedByRisk(store: Store): Promise<string> {
  const { players = [], options = {} } =
    CASES["a stall, a compromise, and a risk accepted by name"] ?? {};
  return (await holdTable(players, { ...options, store, brief: tableBrief({ id: "by-risk" }) })).id;
}

/** The same, waiting for the person; what follows is up to the built-in readers. */
export async function stalled(store: Store): Promise<string> {
  const { players = [] } = CASES["a stall, a compromise, and a risk accepted by name"] ?? {};
  return (await holdTable(players, { store, brief: tableBrief({ id: "stalled" }) })).id;
}
