/** One way to hold the reference debate. */
import type { FakeModel, Shape } from "../reference-debate.ts";

export const ARMS = [
  "floor",
  "memory",
  "sqlite",
  "judges",
  "langgraph-graph",
  "langgraph-functional",
  "langgraph-functional-full",
] as const;
export type ArmName = (typeof ARMS)[number];

export const SPELLED: Readonly<Record<ArmName, string>> = {
  floor: "bare Promise.all (floor)",
  memory: "Dissent, memory store",
  sqlite: "Dissent, SQLite, on the disk",
  judges: "Dissent, SQLite, protocol judges",
  "langgraph-graph": "LangGraph graph + SQLite",
  "langgraph-functional": "LangGraph functional + SQLite",
  "langgraph-functional-full": "LangGraph functional, synchronous FULL",
};

export interface Arm {
  /** Holds one debate to its end, and throws if it did not end contested. */
  readonly hold: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ArmSetting {
  readonly shape: Shape;
  readonly model: FakeModel;
  /** An empty directory for the arm's database. */
  readonly directory: string;
}

/** Loads only the stack of the arm asked for, so that no arm pays for another's memory. */
export async function openArm(name: ArmName, setting: ArmSetting): Promise<Arm> {
  switch (name) {
    case "floor":
      return (await import("./floor.ts")).floorArm(setting);
    case "memory":
      return (await import("./dissent.ts")).memoryArm(setting);
    case "sqlite":
      return (await import("./dissent.ts")).sqliteArm(setting);
    case "judges":
      return (await import("./judges.ts")).judgesArm(setting);
    case "langgraph-graph":
      return (await import("./langgraph.ts")).graphArm(setting);
    case "langgraph-functional":
      return (await import("./langgraph.ts")).functionalArm(setting);
    case "langgraph-functional-full":
      return (await import("./langgraph.ts")).functionalArm(setting, "FULL");
  }
}
