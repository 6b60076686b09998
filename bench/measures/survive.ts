/**
 * One life of a process that may be killed at any moment: holds every debate of a store that has not ended.
 * Each call is written down when it starts, and each event once the store has called it durable; both go to
 * the kernel's page cache at once, so they outlive the process.
 */
import { appendFileSync } from "node:fs";

import { sqliteStore } from "../../src/stores/sqlite.ts";
import { referenceApp } from "../arms/dissent.ts";
import { fakeModel, type Shape } from "../reference-debate.ts";

export interface SurviveRequest {
  readonly measure: "survive";
  readonly shape: Shape;
  readonly database: string;
  readonly callsFile: string;
  readonly eventsFile: string;
  readonly slowestReplyMs: number;
}

export interface SurviveAnswer {
  readonly settled: number;
  readonly errors: readonly string[];
}

export async function measureSurvival(request: SurviveRequest): Promise<SurviveAnswer> {
  const { shape, slowestReplyMs } = request;
  const store = sqliteStore(request.database);
  const model = fakeModel(
    () => new Promise((resolve) => setTimeout(resolve, Math.random() * slowestReplyMs)),
  );
  const onCall = (key: string): void => appendFileSync(request.callsFile, `${key}\n`);
  const app = referenceApp({ store, shape, model, onCall });
  const open = (await app.list()).filter(({ status }) => status !== "settled");
  let isUnderWay = false;

  const errors: string[] = [];
  let settled = 0;
  await Promise.all(
    open.map(async ({ id }) => {
      try {
        const result = await app.run({
          debate: id,
          onEvent({ sequence, fact }) {
            appendFileSync(request.eventsFile, `${id} ${sequence}\n`);
            if (isUnderWay || fact.type !== "reply-recorded") return;
            isUnderWay = true;
            // tells the parent that there is something to lose
            process.stderr.write("holding\n");
          },
        });
        if (result.status === "settled") settled += 1;
        else errors.push(`${id} is ${result.status}`);
      } catch (error) {
        errors.push(`${id}: ${String(error)}`);
      }
    }),
  );
  await app.close();
  return { settled, errors };
}
