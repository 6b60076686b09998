/** Debates of every protocol as the offline models hold them: real journals, for readers of journals. */
import { join } from "node:path";

import { readBrief } from "../../../src/config/briefs/read-brief.ts";
import { type DebateRecord, dissent, type Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import { offline } from "../../../src/models/offline.ts";
import { readVariantFiles } from "../../../src/protocols/merge/files/read-variants.ts";
import type { Store } from "../../../src/store.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { countedDigits, source } from "./debate.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Protocol to the example it is shown with. */
const EXAMPLES: Readonly<Record<string, string>> = {
  judges: "offline-sync.md",
  challenge: "session-store.md",
  board: "open-source-it.md",
  roundtable: "event-schema.md",
  merge: "merge-plan",
};

export const PROTOCOL_IDS = Object.keys(EXAMPLES);

export interface RealDebate {
  readonly app: Dissent;
  readonly record: DebateRecord;
}

export async function heldOffline(
  protocol: string,
  store: Store = memoryStore(),
): Promise<RealDebate> {
  const brief = await exampleBrief(protocol);
  const app = dissent({
    store,
    modelFor: async () => offline(),
    clock: fakeClock(),
    random: countedDigits(),
  });
  const debate = await app.open(app.plan(protocol, { brief }), "tester");
  await app.run({ debate });
  return { app, record: await app.read(debate) };
}

/** The brief that a protocol is shown with. */
export async function exampleBrief(protocol: string): Promise<Brief> {
  return protocol === "merge"
    ? drafts()
    : withMarks(protocol, await example(EXAMPLES[protocol] ?? ""));
}

async function example(name: string): Promise<Brief> {
  const { brief } = await readBrief({
    from: `examples/${name}`,
    options: [],
    context: [],
    cwd: ROOT,
    stdin: async () => "",
    contextRules: { include: [], deny: [], maxBytes: 1 },
  });
  return brief;
}

/** Specialists of the built-in reader hold an option only where the brief marks something for it. */
function withMarks(protocol: string, brief: Brief): Brief {
  const [option] = brief.options;
  const [first, ...rest] = brief.sources;
  if (protocol !== "roundtable" || !option || !first) return brief;
  const marks = `\n\n## ${option.label}\n\nPros:\n- it is one switch\n- it can be undone\n`;
  return { ...brief, sources: [source(first.id, first.title, `${first.text}${marks}`), ...rest] };
}

async function drafts(): Promise<Brief> {
  const paths = ["data", "ops", "product"].map((name) => `examples/merge-plan/draft-${name}.md`);
  const { sources } = await readVariantFiles({ paths, cwd: ROOT, root: ROOT, deny: [] });
  return {
    id: "merge-plan",
    question: "Which plan is to be made of these drafts?",
    options: [],
    sources,
    featureName: null,
    featureDir: null,
  };
}
