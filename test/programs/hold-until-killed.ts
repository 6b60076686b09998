/** Holds debates on one SQLite file until all have ended, or until it is killed. */
import { appendFileSync } from "node:fs";
import { setTimeout as thinkFor } from "node:timers/promises";

import { dissent } from "../../src/dissent.ts";
import { scripted } from "../../src/models/scripted.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import {
  type CallLine,
  DEBATES,
  createKillDebate,
  parseDebateNumber,
  STEP_MS,
} from "../support/processes/kill-plan.ts";
import { seededRandom } from "../support/time/seeded-random.ts";

const [path = "", log = "", lifeText = "0"] = process.argv.slice(2);
const life = Number(lifeText);
const random = seededRandom(life);

const clock = {
  // each life begins after the leases of the last one have run out
  nowMs: () => Date.now() + life * STEP_MS,
  after(delayMs: number, call: () => void) {
    const timer = setTimeout(call, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

const store = sqliteStore(path, clock);
const app = dissent({
  store,
  clock,
  modelFor: async (reference) => ({
    id: reference,
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer(request, signal) {
      const call: CallLine = { life, key: request.key, attempt: request.attempt };
      appendFileSync(log, `${JSON.stringify(call)}\n`);
      // long enough for a kill to find calls under way
      await thinkFor(random() * 20);
      const { script } = createKillDebate(parseDebateNumber(request.key));
      yield* scripted(script, { id: reference }).answer(request, signal);
    },
  }),
});

const opened = new Set((await store.list()).map(({ id }) => parseDebateNumber(id)));
for (let number = 0; number < DEBATES; number++) {
  if (opened.has(number)) continue;
  await app.open(app.plan("judges", { brief: createKillDebate(number).brief }), "killed");
}

const open = (await store.list()).filter(({ status }) => status !== "settled");
// one mark per committed event: how far it has come is what it is killed by
const onEvent = (): void => {
  process.stdout.write(".");
};
const lanes = [0, 1, 2].map(async (lane) => {
  for (const [index, { id }] of open.entries()) {
    if (index % 3 === lane) await app.run({ debate: id, onEvent });
  }
});
await Promise.all(lanes);
await store.close();
