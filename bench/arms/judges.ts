/** The protocol people use, `judges`, with a split panel: two rounds, six calls, its pages published. */
import { join } from "node:path";

import { dissent } from "../../src/dissent.ts";
import type { Model } from "../../src/model.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import {
  BODY,
  createTestBrief,
  recommends,
  responds,
} from "../../test/support/protocols/judges.ts";
import { writeBackground, type FakeModel } from "../reference-debate.ts";
import type { Arm, ArmSetting } from "./arm.ts";

const VOTES = { risk: "A", value: "B", effort: "C" };

export function judgesArm({ shape, model, directory }: ArmSetting): Arm {
  const seated = judgeModel(model);
  const app = dissent({
    store: sqliteStore(join(directory, "journal.db")),
    modelFor: async () => seated,
  });
  const rest = Math.max(0, shape.contextBytes - BODY.length - 2);
  const body = `${BODY}\n\n${writeBackground({ contextBytes: rest })}`;
  let briefs = 0;
  return {
    async hold() {
      const brief = createTestBrief({ id: `judged-${++briefs}`, body });
      const debate = await app.open(app.plan("judges", { brief }), "bench");
      const result = await app.run({ debate });
      if (result.status !== "settled" || result.outcome.label !== "CONTESTED") {
        throw new Error(`The debate was to be contested: ${JSON.stringify(result)}`);
      }
    },
    close: () => app.close(),
  };
}

function judgeModel(model: FakeModel): Model {
  const replies = new Map<string, string>();
  for (const [seat, option] of Object.entries(VOTES)) {
    replies.set(`openings/${seat}`, JSON.stringify(recommends(seat, option).reply));
    replies.set(`responses/${seat}`, JSON.stringify(responds(seat, option).reply));
  }
  return {
    id: "fake",
    worstCase: () => ({ tokens: 1_000, usd: 0 }),
    async *answer({ prompt, participant, key }) {
      await model.answer(
        participant.id,
        prompt.map(({ text }) => text),
      );
      const text = replies.get(key.slice(key.indexOf("/") + 1));
      if (text === undefined) throw new Error(`There is no reply for ${key}.`);
      yield { type: "answer-given", text, served: SERVED };
    },
  };
}

const SERVED = {
  provider: "fake",
  model: "fake",
  version: null,
  inputTokens: 600,
  outputTokens: 400,
  costUsd: 0,
};
