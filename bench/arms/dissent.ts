/** The reference debate on this project's engine: planned, opened, held and settled, every time. */
import { hash } from "node:crypto";
import { join } from "node:path";

import { type Dissent, dissent } from "../../src/dissent.ts";
import type { Brief } from "../../src/domain/brief.ts";
import type { Model } from "../../src/model.ts";
import type { Store } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { writeBackground, type FakeModel, QUESTION, type Shape } from "../reference-debate.ts";
import { referenceProtocol } from "../reference-protocol.ts";
import type { Arm, ArmSetting } from "./arm.ts";

export function memoryArm(setting: ArmSetting): Arm {
  return armOn(memoryStore(), setting);
}

export function sqliteArm(setting: ArmSetting): Arm {
  return armOn(sqliteStore(join(setting.directory, "journal.db")), setting);
}

function armOn(store: Store, { shape, model }: ArmSetting): Arm {
  const app = referenceApp({ store, shape, model });
  const background = writeBackground(shape);
  return {
    async hold() {
      const debate = await openReference(app, background);
      const result = await app.run({ debate });
      if (result.status !== "settled" || result.outcome.label !== "CONTESTED") {
        throw new Error(`The debate was to be contested: ${JSON.stringify(result)}`);
      }
    },
    close: () => app.close(),
  };
}

export interface ReferenceSetting {
  readonly store: Store;
  readonly shape: Shape;
  readonly model: FakeModel;
  /** Told of each call before it is made. */
  readonly onCall?: (key: string) => void;
}

export function referenceApp({ store, shape, model, onCall }: ReferenceSetting): Dissent {
  const seated = modelOver(model, onCall);
  return dissent({
    store,
    protocols: [referenceProtocol(shape)],
    modelFor: async () => seated,
  });
}

export function openReference(app: Dissent, background: string): Promise<string> {
  return app.open(app.plan("reference", { brief: referenceBrief(background) }), "bench");
}

let briefs = 0;

/** Made anew for each debate, because its hash is part of the work of opening one. */
function referenceBrief(text: string): Brief {
  const bytes = Buffer.byteLength(text);
  return {
    id: `reference-${++briefs}`,
    question: QUESTION,
    options: [],
    sources: [{ id: "brief", title: "brief", text, sha256: hash("sha256", text), bytes }],
    featureName: null,
    featureDir: null,
  };
}

export function modelOver(model: FakeModel, onCall?: (key: string) => void): Model {
  return {
    id: "fake",
    worstCase: () => ({ tokens: 1_000, usd: 0 }),
    async *answer({ prompt, participant, key }) {
      onCall?.(key);
      const parts = prompt.map(({ text }) => text);
      const text = await model.answer(participant.id, parts);
      yield { type: "answer-given", text, served: SERVED };
    },
  };
}

const SERVED = {
  provider: "fake",
  model: "fake",
  version: null,
  inputTokens: 600,
  outputTokens: 120,
  costUsd: 0,
};
