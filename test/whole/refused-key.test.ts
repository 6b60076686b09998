/** A key that a provider refuses: the next step is told, and the debate goes on with another key. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  briefText,
  debates,
  journal,
  type Project,
  project,
  run,
} from "../support/processes/cli.ts";
import { recommends, responds } from "../support/protocols/judges.ts";

const RIGHT = "planted-4711-key-of-the-team";
const WRONG = "planted-0815-key-of-nobody";
const SEATS = ["risk", "value", "effort"];

/** One for A, one for B, one for C, in both rounds. */
const ANSWERS: Record<string, Json> = Object.fromEntries(
  SEATS.flatMap((seat, index): [string, Json][] => {
    const option = ["A", "B", "C"][index] ?? "A";
    return [
      [`openings/${seat}`, recommends(seat, option).reply],
      [`responses/${seat}`, responds(seat, option).reply],
    ];
  }),
);

let loopback: LoopbackVendor;
beforeAll(async () => {
  loopback = await spawnLoopbackProcess();
});
afterAll(() => loopback.close());
beforeEach(async () => {
  await loopback.play({ key: RIGHT, answers: ANSWERS });
  await loopback.forget();
});

/** Seats that are not named here have the team's model. */
function teamProject(seats = ""): Project {
  return project({
    "q.md": briefText(),
    "dissent.yaml":
      `panel: [team/large]\n${seats}endpoints:\n  team:\n    baseUrl: ${loopback.url}/v1\n    keyEnv: TEAM_KEY\n` +
      "    attribution: true\n    structured: true\n    price: { inputPerMillion: 1, outputPerMillion: 1 }\n",
  });
}

async function storeKey(at: Project, key: string): Promise<void> {
  expect(
    (await run(at, ["config", "keys", "set", "team", "--stdin"], { stdin: `${key}\n` })).code,
  ).toBe(0);
}

async function turnsIn(at: Project): Promise<string[]> {
  return (await journal(at)).flatMap(({ type, key }) =>
    type === "reply-recorded" || type === "participant-absent" ? [`${type} ${key}`] : [],
  );
}

test("K13 a key that is refused before anyone spoke pauses the debate; with another key, resume asks everyone", async () => {
  const at = teamProject();
  await storeKey(at, WRONG);
  const refused = await run(at, ["run", "q.md"]);

  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/^paused: team refused the key \(401\): /m);
  expect(refused.stderr).toContain("change TEAM_KEY or run dissent config keys set team");
  expect(refused.stderr).toMatch(
    /^Nothing is lost\. Continue: dissent resume \S+ {2}\(with a key that works: dissent doctor\)$/m,
  );
  expect(await turnsIn(at)).toEqual([]);
  expect(await debates(at)).toMatchObject([{ status: "paused" }]);
  expect((await run(at, ["verify", "last"])).code).toBe(0);

  // nothing has changed, so nothing is lost and nothing goes on
  expect((await run(at, ["resume"])).code).toBe(3);
  expect(await turnsIn(at)).toEqual([]);

  await storeKey(at, RIGHT);
  await loopback.forget();
  const resumed = await run(at, ["resume"]);

  expect(resumed.code).toBe(10);
  expect((await turnsIn(at)).toSorted()).toEqual(
    ["openings", "responses"]
      .flatMap((step) => SEATS.map((seat) => `reply-recorded ${step}/${seat}`))
      .toSorted(),
  );
  expect(await loopback.requests()).toHaveLength(6);
  expect((await run(at, ["verify", "last"])).code).toBe(0);
});

test("K4 a key that is refused to one seat, while others speak, is an absence like any other", async () => {
  const seats = "participants: { value: offline, effort: offline }\n";
  const at = teamProject(seats);
  await storeKey(at, WRONG);
  const { stdout } = await run(at, ["run", "q.md"]);

  expect(stdout).toMatch(/^Degraded: 2 of 3 /m);
  expect(await turnsIn(at)).toContain("participant-absent openings/risk");
  expect(await debates(at)).toMatchObject([{ status: "settled" }]);
  expect((await run(at, ["verify", "last"])).code).toBe(0);
});

test("watch and gate say the same of it as the run did", async () => {
  const at = teamProject();
  await storeKey(at, WRONG);
  const gated = await run(at, ["gate", "q.md"]);

  expect(gated.code).toBe(3);
  expect(gated.stderr).toMatch(/infrastructure {2}providers: paused: team refused the key \(401\)/);
  expect((await run(at, ["show", "--follow", "last"])).code).toBe(3);
});
