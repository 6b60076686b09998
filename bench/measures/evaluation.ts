/** An evaluation of simulated seats through the engine, with every journal, audit and statistic. */
import { dissent } from "../../src/dissent.ts";
import { parseEvalArms } from "../../src/eval/arms/parse-arm.ts";
import { readEvalItems } from "../../src/eval/items/read-items.ts";
import { buildEvalReport } from "../../src/eval/report/build-report.ts";
import { runEvaluation } from "../../src/eval/run/run-evaluation.ts";
import { createSimulatedSuite } from "../../src/eval/suites/find-suite.ts";
import { createSimulatedModel } from "../../src/models/sim/sim-model.ts";
import { memoryStore } from "../../src/stores/memory.ts";

const MODEL = "p=0.6,rule=belief";

/** Seconds on the wall and of processor time for so many items x 3 arms. */
export async function measureEvaluation(
  items: number,
): Promise<{ wallSeconds: number; cpuSeconds: number; calls: number }> {
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  const reference = `sim/${MODEL}`;
  const model = createSimulatedModel(reference, MODEL);
  const app = dissent({ store: memoryStore(), modelFor: async () => model });
  const suite = createSimulatedSuite(items, 4);
  const reading = readEvalItems({ text: suite.text, name: suite.file, seed: "bench" });
  const arms = parseEvalArms("single,sc@3,free@2", app.protocols);
  const found = await runEvaluation({
    app,
    arms,
    items: reading.items,
    setting: {
      seed: "bench",
      models: [reference],
      seats: 3,
      timeoutMs: null,
      plan: (protocol, request) => app.plan(protocol, request),
      protocols: app.protocols,
    },
    caps: { calls: null, tokens: null, usd: null },
    concurrency: 32,
    by: "bench",
    fresh: true,
  });
  const report = buildEvalReport({
    seed: "bench",
    suite: suite.name,
    models: [reference],
    arms,
    items: reading.items,
    cells: found.cells,
    done: found.done,
    total: found.total,
    notes: [],
  });
  const { user, system } = process.cpuUsage(cpu);
  return {
    wallSeconds: (performance.now() - startedMs) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    calls: report.arms.reduce((sum, arm) => sum + arm.calls, 0),
  };
}
