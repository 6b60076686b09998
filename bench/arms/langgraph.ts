/**
 * The reference debate on LangGraph.js with its SQLite checkpointer, in both of its styles.
 *
 * They run with the durability LangGraph chooses by itself ("async"). The background is part of the input,
 * because a debate could not be resumed without it.
 */
import { join } from "node:path";

import {
  writeBackground,
  type Held,
  writePrompt,
  readPosition,
  seatNames,
  type Verdict,
  countVerdict,
} from "../reference-debate.ts";
import type { Arm, ArmSetting } from "./arm.ts";

/** The few calls used here. The package is installed for the benchmark alone, so its types may be absent. */
interface LangGraph {
  readonly START: string;
  readonly END: string;
  readonly StateGraph: new (state: unknown) => Builder;
  readonly Send: new (node: string, input: unknown) => unknown;
  readonly Annotation: {
    <Value>(field?: {
      reducer: (before: Value, after: Value) => Value;
      default: () => Value;
    }): unknown;
    Root(fields: Record<string, unknown>): unknown;
  };
  readonly task: <Input, Output>(
    name: string,
    run: (input: Input) => Promise<Output>,
  ) => (input: Input) => Promise<Output>;
  readonly entrypoint: (
    options: { name: string; checkpointer: unknown },
    run: (input: Pick<Turn, "background">) => Promise<Verdict>,
  ) => Runnable;
}

interface Builder {
  addNode(name: string, run: (state: never) => unknown): Builder;
  addEdge(from: string, to: string): Builder;
  addConditionalEdges(from: string, route: (state: never) => unknown, to: string[]): Builder;
  compile(options: { checkpointer: unknown }): Runnable;
}

interface Runnable {
  invoke(input: unknown, config: { configurable: { thread_id: string } }): Promise<unknown>;
}

interface Checkpointer {
  readonly SqliteSaver: {
    fromConnString(path: string): {
      readonly db: { close(): void; pragma(words: string): unknown };
    };
  };
}

// named by a variable, so that the project can be checked without the package
const PACKAGES = {
  langGraph: "@langchain/langgraph",
  checkpointer: "@langchain/langgraph-checkpoint-sqlite",
};

interface Turn {
  readonly background: string;
  readonly seat: string;
  readonly others: readonly Held[];
}

interface State {
  readonly background: string;
  readonly round: number;
  readonly held: readonly Held[];
  readonly verdict: Verdict | null;
}

export async function graphArm(setting: ArmSetting): Promise<Arm> {
  return armOver(
    setting,
    ({ StateGraph, Annotation, Send, START, END }, { shape, model }, checkpointer) => {
      const seats = seatNames(shape);
      const Debate = Annotation.Root({
        background: Annotation<string>(),
        round: Annotation<number>(),
        verdict: Annotation<Verdict>(),
        held: Annotation<readonly Held[]>({ reducer: latest, default: () => [] }),
      });
      const sends = ({ background, held }: State): unknown[] =>
        seats.map((seat) => {
          const others = held.filter((one) => one.seat !== seat);
          return new Send("speak", { background, seat, others } satisfies Turn);
        });
      return new StateGraph(Debate)
        .addNode("speak", async ({ background, seat, others }: Turn) => {
          const text = await model.answer(seat, [writePrompt(background, seat, others)]);
          return { held: [{ seat, position: readPosition(text) }] };
        })
        .addNode("tally", ({ held, round }: State) => ({
          verdict: countVerdict(held),
          round: round + 1,
        }))
        .addConditionalEdges(START, sends, ["speak"])
        .addEdge("speak", "tally")
        .addConditionalEdges(
          "tally",
          (state: State) => (over(state.verdict, state.round, shape.rounds) ? END : sends(state)),
          ["speak", END],
        )
        .compile({ checkpointer });
    },
  );
}

/** A seat's newer position takes the place of its older one. */
function latest(before: readonly Held[], after: readonly Held[]): Held[] {
  return [...before.filter(({ seat }) => after.every((one) => one.seat !== seat)), ...after];
}

function over(verdict: Verdict | null, round: number, rounds: number): boolean {
  return verdict?.choice != null || round > rounds;
}

/** `synchronous` other than the checkpointer's own makes its commits wait for the disk, as Dissent's do. */
export async function functionalArm(setting: ArmSetting, synchronous?: "FULL"): Promise<Arm> {
  const arm: Compiled = ({ entrypoint, task }, { shape, model }, checkpointer) => {
    const seats = seatNames(shape);
    const speak = task("speak", async ({ background, seat, others }: Turn): Promise<Held> => {
      const text = await model.answer(seat, [writePrompt(background, seat, others)]);
      return { seat, position: readPosition(text) };
    });
    return entrypoint({ name: "debate", checkpointer }, async ({ background }) => {
      let held: Held[] = [];
      let round = 1;
      do {
        const before = held;
        held = await Promise.all(
          seats.map((seat) =>
            speak({ background, seat, others: before.filter((one) => one.seat !== seat) }),
          ),
        );
        round += 1;
      } while (!over(countVerdict(held), round, shape.rounds));
      return countVerdict(held);
    });
  };
  return armOver(setting, arm, synchronous);
}

type Compiled = (langGraph: LangGraph, setting: ArmSetting, checkpointer: unknown) => Runnable;

async function armOver(
  setting: ArmSetting,
  compiled: Compiled,
  synchronous?: "FULL",
): Promise<Arm> {
  const langGraph = (await import(PACKAGES.langGraph)) as LangGraph;
  const { SqliteSaver } = (await import(PACKAGES.checkpointer)) as Checkpointer;
  const saver = SqliteSaver.fromConnString(join(setting.directory, "checkpoints.db"));
  if (synchronous) {
    saver.db.pragma("journal_mode = WAL");
    saver.db.pragma(`synchronous = ${synchronous}`);
  }
  const runnable = compiled(langGraph, setting, saver);
  const background = writeBackground(setting.shape);
  let opened = 0;
  return {
    async hold() {
      const config = { configurable: { thread_id: `debate-${++opened}` } };
      const ended = (await runnable.invoke({ background, round: 1 }, config)) as
        | Verdict
        | { verdict: Verdict };
      const { choice, votes } = "verdict" in ended ? ended.verdict : ended;
      if (choice !== null || Object.keys(votes).length !== setting.shape.seats) {
        throw new Error("The debate was to stay contested.");
      }
    },
    async close() {
      saver.db.close();
    },
  };
}
