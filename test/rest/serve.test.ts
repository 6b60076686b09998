/** A team as it is: two servers and a worker as processes of their own, over one PostgreSQL. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import type { Event } from "../../src/domain/journal/event.ts";
import type { Json } from "../../src/domain/json.ts";
import type { PageHome, SeatQuestion, SentPageDebate } from "../../src/page/page-payload.ts";
import { DecisionShape, ResumeShape } from "../../src/server/requests.ts";
import type { ActivityEntry } from "../../src/team/tokens/activity-log.ts";
import {
  NO_POSTGRES,
  postgres,
  createTestSchema,
  startPostgres,
} from "../support/fleet/postgres.ts";
import { type Speakers, speakers } from "../support/page/held-replies.ts";
import {
  expectRefusal,
  type Project,
  project,
  run,
  type Started,
} from "../support/processes/cli.ts";
import { type Listening, sequences } from "../support/processes/sse.ts";
import { BODY, recommends } from "../support/protocols/judges.ts";
import {
  environmentFor,
  serveAt,
  type ServeProcess,
  workerAt,
} from "../support/team/serve-process.ts";

const START = {
  protocol: "judges",
  question: "Should field-app v2 ship with offline sync?",
  options: ["A", "B", "C"].map((id) => ({ id, label: `Option ${id}` })),
  body: BODY,
};
const HANDS = { risk: "hand/risk", value: "hand/value", effort: "hand/effort" };
const AGREED: Readonly<Record<string, Json>> = Object.fromEntries(
  ["risk", "value", "effort"].map((seat) => [`openings/${seat}`, recommends(seat, "A").reply]),
);

let hand: Speakers;
let at: Project;
let url: string;
let one: ServeProcess;
let other: ServeProcess;
let worker: Started;
let root: string;

async function token(scopes: string, more: readonly string[] = []): Promise<string> {
  const args = ["tokens", "create", "--person", `${scopes}-er`, "--scope", scopes, ...more];
  return (await run(at, args, { env: environmentFor(url) })).stdout.trim();
}

/** Resolves with the events once the journal has one that fits. */
async function until(
  server: ServeProcess,
  id: string,
  fits: (fact: Event["fact"]) => boolean,
): Promise<Event["fact"][]> {
  const stream = await server.events(root, id);
  await stream.until(
    ({ event, data }) => event === "journal" && fits((data as { event: Event }).event.fact),
  );
  stream.leave();
  const { lines } = await server.get<SentPageDebate>(root, `/api/debates/${id}`);
  return lines.map((line) => (JSON.parse(line) as Event).fact);
}

// a busy machine is no failure
const SOON = { timeout: 20_000 };
const settled = ({ type }: Event["fact"]): boolean => type === "debate-settled";

describe.skipIf(NO_POSTGRES !== undefined)("a team", () => {
  beforeAll(async () => {
    hand = await speakers();
    at = project({ "dissent.yaml": hand.endpoint });
    url = createTestSchema(await postgres());
    one = await serveAt(at, url);
    root = one.first ?? "";
    [other, worker] = await Promise.all([serveAt(at, url), workerAt(at, url)]);
  });

  test("begins with a token for everything, printed once", async () => {
    expect(root).toMatch(/^dissent_[a-z0-9]{8}_[\w-]{43}$/);
    expect(other.first).toBeUndefined();
    expect(await other.get(root, "/api/me")).toMatchObject({
      person: "tester",
      scopes: ["read", "run", "decide", "admin"],
      budgetUsd: null,
      leftUsd: null,
    });
  });

  test("starts on one server, is held by the worker, and is decided on the other", async () => {
    const { id } = await one.post<{ id: string }>(root, "/api/debates", START);
    await until(other, id, settled);
    const decider = await token("decide");
    const decision = { choice: "B", reason: "the valleys" };
    await other.post(decider, `/api/debates/${id}/decision`, decision);
    const facts = await until(one, id, ({ type }) => type === "decision-recorded");

    expect(facts[0]).toMatchObject({ by: "tester" });
    expect(facts.at(-1)).toMatchObject({ ...decision, by: "decide-er" });
    const { acts } = await one.get<{ acts: ActivityEntry[] }>(root, `/api/acts?debate=${id}`);
    expect(acts).toMatchObject([
      { act: "decided", by: { person: "decide-er" }, detail: "B", from: "127.0.0.1" },
      { act: "started", by: { person: "tester" }, detail: "judges", from: "127.0.0.1" },
    ]);
    expect(await one.get(root, "/api/fleet")).toMatchObject({ workers: [{ state: "live" }] });
  });

  test("words come from the worker to whoever looks on, on every server, and land", async () => {
    const start = { ...START, seats: HANDS, agreedUsd: 100 };
    const { id } = await one.post<{ id: string }>(root, "/api/debates", start);
    const [here, there] = [await one.events(root, id), await other.events(root, id)];
    const risk = await hand.asked("openings/risk");
    const whole = JSON.stringify(AGREED["openings/risk"]);
    const isHeard = ({ told }: Listening): boolean =>
      told.some(({ data }) => (data as { type?: string }).type === "text-heard");
    // a worker looks once a second whether anyone looks on, and keeps its words to itself until then
    let said = 0;
    await expect
      .poll(
        () => {
          risk.says(whole.slice(said, (said += 4)));
          return isHeard(here) && isHeard(there);
        },
        { interval: 100, timeout: 20_000 },
      )
      .toBe(true);
    risk.replies(AGREED["openings/risk"] ?? null);
    hand.answerAtOnce(AGREED);
    (await hand.asked("openings/value")).replies(AGREED["openings/value"] ?? null);
    (await hand.asked("openings/effort")).replies(AGREED["openings/effort"] ?? null);
    await here.until(
      ({ event, data }) => event === "journal" && settled((data as { event: Event }).event.fact),
    );
    here.leave();
    there.leave();
  });

  test("SV1 a stream goes on after its last event on another server, without a gap", async () => {
    const third = await serveAt(at, url);
    const { id } = await third.post<{ id: string }>(root, "/api/debates", START);
    await until(third, id, settled);
    const stream = await third.events(root, id);
    await stream.until(({ event }) => event === "journal");
    expect(await third.end()).toBe(0);
    await stream.ended;
    const seen = sequences(stream).at(-1) ?? 0;
    await one.post(root, `/api/debates/${id}/decision`, { choice: "A", reason: "why" });
    const rest = await other.events(root, id, { "last-event-id": String(seen) });
    await rest.until(({ data }) => JSON.stringify(data).includes("decision-recorded"));
    rest.leave();
    const all = [...sequences(stream), ...sequences(rest)];

    expect(all).toEqual([...all.keys()]);
  });

  test("a debate that waits for a person is held by nobody, and answered on any server", async () => {
    // what the brief marks is what the built-in reader holds
    const body = `${BODY}\n\n## Option A\n\nPros:\n\n- It is one switch.\n`;
    const start = { ...START, body, seats: { risk: "person" } };
    const { id } = await one.post<{ id: string }>(root, "/api/debates", start);
    await until(one, id, ({ type }) => type === "answer-awaited");
    await expect
      .poll(async () => {
        const { debates } = await one.get<PageHome>(root, "/api/home");
        return debates.find((debate) => debate.id === id);
      }, SOON)
      .toMatchObject({ status: "waiting", held: false });
    const form = await other.get<SeatQuestion>(root, `/api/debates/${id}/form?seat=risk`);
    expect(form.prompt).toContain(START.question);
    const answer = { seat: "risk", reply: recommends("risk", "A").reply };
    await other.post(root, `/api/debates/${id}/answer`, answer);
    const facts = await until(one, id, settled);

    expect(facts.find(({ type }) => type === "person-answered")).toMatchObject({ by: "tester" });
  });

  test("a pause reaches the worker, and a resumption too", async () => {
    const start = { ...START, seats: { ...HANDS, risk: "hand/slow" }, agreedUsd: 100 };
    hand.answerAtOnce({});
    const { id } = await one.post<{ id: string }>(root, "/api/debates", start);
    await hand.asked("openings/risk");
    await other.post(root, `/api/debates/${id}/pause`, { drop: true });
    await until(one, id, ({ type }) => type === "debate-paused");
    hand.answerAtOnce(AGREED);
    await one.post(root, `/api/debates/${id}/resume`, {});
    await until(other, id, settled);
  });

  test("a budget caps what a token starts, and what was spent is counted", async () => {
    hand.answerAtOnce(AGREED);
    const poor = await token("read,run", ["--budget", "6"]);
    const start = { ...START, seats: HANDS, budgetUsd: 4, agreedUsd: 100 };
    const { id } = await one.post<{ id: string }>(poor, "/api/debates", start);
    const [opened] = await until(other, id, settled);
    expect(opened).toMatchObject({ limits: { usd: 4 } });
    const { leftUsd } = await other.get<{ leftUsd: number }>(poor, "/api/me");
    // what was set aside and not needed is free again
    expect(leftUsd).toBeGreaterThan(5);
    expect(leftUsd).toBeLessThan(6);
    const dear = { ...START, seats: HANDS, budgetUsd: 50, agreedUsd: 100 };
    const next = await one.post<{ id: string }>(poor, "/api/debates", dear);
    const [capped] = await until(one, next.id, settled);
    expect(capped?.type === "debate-opened" && capped.limits.usd).toBeLessThanOrEqual(leftUsd);
    const tokens = await one.get<{ tokens: { person: string; spentUsd: number }[] }>(
      root,
      "/api/tokens",
    );
    const own = tokens.tokens.find(({ person }) => person === "read,run-er");
    expect(own?.spentUsd).toBeGreaterThan(0);
  });

  test("TS2 a token that is revoked on the command line ends its stream, and opens nothing", async () => {
    const reader = await token("read");
    const { debates } = await one.get<PageHome>(reader, "/api/home");
    const stream = await other.events(reader, debates[0]?.id ?? "");
    await stream.until(({ event }) => event === "journal");
    const id = reader.split("_")[1] ?? "";
    await run(at, ["team", "tokens", "revoke", id], { env: environmentFor(url) });
    await stream.ended;

    expect((await one.ask(reader, "/api/home")).status).toBe(401);
    expect((await other.ask(reader, "/api/home")).status).toBe(401);
  });

  test("takes what docs/serve.md sends", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/serve.md"), "utf8");
    const question = /<<'EOF'\n([^]*?)\nEOF/.exec(page)?.[1] ?? "";
    const merge = /--data '(\{ "protocol": "merge"[^]*?)'\n/.exec(page)?.[1] ?? "";
    const { seats, ...brief } = JSON.parse(question) as { seats: Record<string, string> };
    expect(Object.keys(seats)).toEqual(["risk", "value"]);
    for (const body of [{ ...brief, seats: { value: "person" } }, JSON.parse(merge) as object]) {
      expect(await one.post(root, "/api/plans", body)).toMatchObject({ price: null });
    }
    const decision = /--data '(\{"choice"[^']+)'/.exec(page)?.[1] ?? "";
    const issued = /--data '(\{"person"[^']+)'/.exec(page)?.[1] ?? "";
    const resumed = /--data '(\{"limits"[^']+)'/.exec(page)?.[1] ?? "";
    expect(DecisionShape.parse(JSON.parse(decision))).toMatchObject({ choice: "B" });
    expect(ResumeShape.parse(JSON.parse(resumed))).toMatchObject({ limits: { usd: 3 } });
    expect(await one.post(root, "/api/tokens", JSON.parse(issued))).toMatchObject({
      grant: { person: "bob", scopes: ["read", "decide"] },
    });
  });

  test("nothing of a token or of the database's password is in what anyone is told", async () => {
    const { acts } = await one.get<{ acts: ActivityEntry[] }>(root, "/api/acts?limit=1000");
    const tokens = await (await one.ask(root, "/api/tokens")).text();
    const metrics = await (await one.ask(root, "/metrics")).text();
    const all = [JSON.stringify(acts), tokens, metrics].join("\n");

    expect(all).not.toContain(root);
    expect(all).not.toContain(new URL(url).password);
    expect(all).not.toContain("key-of-the-hand-0123");
    expect(metrics).toMatch(/dissent_fleet_workers\{state="live"\} 1/);
  });

  test("SIGTERM ends a server with 0, and the worker hands over", async () => {
    expect(await one.end()).toBe(0);
    expect(await other.end()).toBe(0);
    worker.kill("SIGTERM");
    expect((await worker.ended).code).toBe(0);
    const { stderr } = await one.process.ended;
    expect(stderr).not.toContain("defect");
    expect(stderr).not.toMatch(/dissent_[a-z0-9]{8}_/);
  });
});

test.skipIf(NO_POSTGRES !== undefined || (process.env["DATABASE_URL"] ?? "") !== "")(
  "a database that goes and comes back takes no server with it, and no stream misses anything",
  async () => {
    const database = await startPostgres();
    const [here, address] = [project(), createTestSchema(database.url)];
    const server = await serveAt(here, address);
    const holder = await workerAt(here, address);
    const own = server.first ?? "";
    const { id } = await server.post<{ id: string }>(own, "/api/debates", START);
    const stream = await server.events(own, id);
    await stream.until(({ data }) => JSON.stringify(data).includes("debate-settled"));
    holder.kill("SIGTERM");
    await holder.ended;
    await database.restart();
    await expect.poll(async () => (await server.ask(null, "/readyz")).status, SOON).toBe(200);
    await server.post(own, `/api/debates/${id}/decision`, { choice: "A", reason: "why" });
    await stream.until(({ data }) => JSON.stringify(data).includes("decision-recorded"));
    const seen = sequences(stream);
    expect(seen).toEqual([...seen.keys()]);

    // longer than anything is tried again
    await database.away(() => stream.ended);
    await expect.poll(async () => (await server.ask(null, "/readyz")).status, SOON).toBe(200);
    const again = await server.events(own, id, { "last-event-id": String(seen.at(-1)) });
    await server.post(own, `/api/debates/${id}/decision`, { choice: "B", reason: "after all" });
    await again.until(({ data }) => JSON.stringify(data).includes("after all"));
    expect(sequences(again)).toEqual([seen.length]);
    again.leave();

    expect(await server.end()).toBe(0);
    await database.stop();
  },
);

describe("flags", () => {
  test.each([
    [["--host", "0.0.0.0"], /--host needs --public-url/],
    [["--public-url", "dissent.example.org"], /--public-url must be an address/],
    [["--public-url", "https://x.example/path"], /--public-url must be an address/],
    [["--port", "70000"], /--port must be a number up to 65535/],
    [["--workers", "-1"], /--workers must be a number up to 64/],
  ])("%j is refused in one line before a database is reached", async (args, says) => {
    const ran = await run(project(), ["serve", ...args]);

    expectRefusal(ran, { says, as: "usage" });
  });

  test("--openapi prints the document and serves nothing", async () => {
    const { stdout, code } = await run(project(), ["serve", "--openapi"]);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.0" });
  });

  test("a database that cannot be reached is said in one line, without its password", async () => {
    const env = { DISSENT_DATABASE_URL: "postgres://me:s3cret-s3cret@127.0.0.1:9/x" };
    const { stderr, code } = await run(project(), ["serve", "--port", "0"], { env });

    expect(code).not.toBe(0);
    expect(stderr).not.toContain("s3cret");
    expect(stderr).toContain("[store-unavailable]");
  });
});
