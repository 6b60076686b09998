/** A worker of a fleet that answers with the reference debate's model: its request is its argument. */
import { NO_TRAFFIC_LIMITS } from "../src/models/endpoint.ts";
import { postgresStore } from "../src/stores/postgres.ts";
import { startWorker } from "../src/team/fleet/worker/worker.ts";
import { modelOver } from "./arms/dissent.ts";
import { fakeModel, REFERENCE } from "./reference-debate.ts";
import { referenceProtocol } from "./reference-protocol.ts";

const { url, replyMs } = JSON.parse(process.argv[2] ?? "") as { url: string; replyMs: number };
const model = modelOver(fakeModel(() => new Promise((resolve) => setTimeout(resolve, replyMs))));
const worker = await startWorker({
  url,
  store: postgresStore(url),
  protocols: [referenceProtocol(REFERENCE)],
  modelsWith: () => async () => model,
  providers: { fake: NO_TRAFFIC_LIMITS },
  redact: (text) => text,
  version: "bench",
  mostCalls: 1_000,
});
process.stdout.write(`${worker.id}\n`);
process.on("SIGTERM", () => void worker.drain(1_000));
await worker.ended;
process.exit(0);
