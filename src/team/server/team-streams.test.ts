import { describe, expect, test } from "vitest";

import { START } from "../../../test/support/page/page-server.ts";
import { type Listening, listen, sequences } from "../../../test/support/processes/sse.ts";
import { type ServedTeam, servedTeam } from "../../../test/support/team/team-server.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";

async function debateIn(all: ServedTeam, token: string): Promise<string> {
  const { id } = JSON.parse((await all.post(token, "/api/debates", START)).body) as { id: string };
  await all.fleet.idle(id);
  return id;
}

function openStream(
  { server }: ServedTeam,
  id: string,
  headers: Readonly<Record<string, string>>,
): Promise<Listening> {
  return listen(`http://127.0.0.1:${server.port}/api/debates/${id}/events`, headers);
}

// a busy machine is no failure
const SOON = { timeout: 20_000 };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = ({ server }: ServedTeam, token: string) => ({
  cookie: `dissent-team-${server.port}=${token}`,
});

describe("what comes", () => {
  test("the journal, in order, from where the client was", async () => {
    const all = await servedTeam();
    const token = all.token();
    const id = await debateIn(all, token);
    const { length } = (await all.app.read(id)).events;
    const stream = await openStream(all, id, bearer(token));
    await stream.until((told) => told.id === String(length - 1));
    expect(sequences(stream)).toEqual([...Array(length).keys()]);
    const rest = await openStream(all, id, { ...bearer(token), "last-event-id": "3" });
    await rest.until((told) => told.id === String(length - 1));
    expect(sequences(rest)[0]).toBe(4);
    stream.leave();
    rest.leave();
  });

  test("whoever says to have seen what was never there is told what comes", async () => {
    const all = await servedTeam();
    const token = all.token();
    const id = await debateIn(all, token);
    const { length } = (await all.app.read(id)).events;
    for (const forged of ["999999999", "1e9", "-1", "0x10", "9".repeat(400), "../x", "ü"]) {
      const stream = await openStream(all, id, {
        ...bearer(token),
        "last-event-id": encodeURI(forged),
      });
      if (forged === "999999999") {
        await all.post(token, `/api/debates/${id}/decision`, { choice: "A", reason: "why" });
        await stream.until((told) => told.id === String(length));
        expect(sequences(stream)).toEqual([length]);
      } else {
        await stream.until((told) => told.id === String(length - 1));
        expect(sequences(stream)[0]).toBe(0);
      }
      stream.leave();
    }
    expect(all.defects).toEqual([]);
  });

  test("words from a worker, to whoever comes late too", async () => {
    const all = await servedTeam();
    const token = all.token();
    const id = await debateIn(all, token);
    const first = await openStream(all, id, bearer(token));
    await first.until(({ event }) => event === "live");
    const turn = { key: "openings/risk", by: "risk" };
    all.fleet.say(id, { type: "turn-started", ...turn, repair: false });
    all.fleet.say(id, { type: "text-heard", ...turn, text: "it is so, " });
    all.fleet.say(id, { type: "text-heard", ...turn, text: "and so it goes on for a while" });
    await first.until(({ data }) => JSON.stringify(data).includes("and so"));
    const late = await openStream(all, id, bearer(token));
    await late.until(({ data }) => JSON.stringify(data).includes("and so"));

    expect(JSON.stringify(late.told)).toContain("it is so, and so it goes on for a while");
    first.leave();
    late.leave();
  });

  test("what stopped a debate, in words without keys", async () => {
    const all = await servedTeam({ env: { TEAM_API_KEY: "k-0123456789" } });
    const token = all.token();
    const id = await debateIn(all, token);
    all.fleet.setTrouble(id, "The endpoint refused k-0123456789.");
    const stream = await openStream(all, id, bearer(token));
    const { data } = await stream.until(({ data: told }) =>
      JSON.stringify(told).includes("trouble"),
    );

    expect(data).toEqual({ type: "trouble", message: "The endpoint refused [redacted]." });
    const late = await openStream(all, id, bearer(token));
    await late.until(({ data: told }) => JSON.stringify(told).includes("trouble"));
    stream.leave();
    late.leave();
  });
});

describe("TS1 how many there may be", () => {
  const bounds = { streams: 5, streamsPerToken: 2, pagesPerToken: 2 };

  test("of a program: further ones are refused, until one has left", async () => {
    const all = await servedTeam({ bounds });
    const [one, other] = [all.token(), all.token()];
    const id = await debateIn(all, one);
    const [first] = [
      await openStream(all, id, bearer(one)),
      await openStream(all, id, bearer(one)),
    ];
    const third = await all.ask(one, `/api/debates/${id}/events`);
    expect(third.status).toBe(429);
    expect(third.headers["retry-after"]).toBe("5");
    (await openStream(all, id, bearer(other))).leave();
    first?.leave();
    await first?.ended;
    await expect
      .poll(async () => (await openStream(all, id, bearer(one)).catch(() => undefined))?.told, SOON)
      .toBeDefined();
  });

  test("of a browser: the oldest makes room, and comes back", async () => {
    const all = await servedTeam({ bounds });
    const token = all.token();
    const id = await debateIn(all, token);
    const first = await openStream(all, id, cookie(all, token));
    await openStream(all, id, cookie(all, token));
    await openStream(all, id, cookie(all, token));
    await first.ended;

    expect(first.told.length).toBeGreaterThan(0);
  });

  test("of all together", async () => {
    const all = await servedTeam({ bounds });
    const tokens = Array.from({ length: 5 }, () => all.token());
    const id = await debateIn(all, tokens[0] ?? "");
    for (const token of tokens) await openStream(all, id, bearer(token));

    expect((await all.ask(all.token(), `/api/debates/${id}/events`)).status).toBe(429);
  });

  test("what a client left behind is free again", async () => {
    const all = await servedTeam({ bounds });
    const token = all.token();
    const id = await debateIn(all, token);
    for (let count = 0; count < 12; count++) {
      await expect
        .poll(async () => {
          const stream = await openStream(all, id, bearer(token)).catch(() => undefined);
          stream?.leave();
          return stream !== undefined;
        }, SOON)
        .toBe(true);
    }
    await expect
      .poll(async () => (await all.ask(token, "/metrics")).body, SOON)
      .toContain("\ndissent_streams 0\n");
  });
});

describe("TS2 a token that is taken away ends its streams", () => {
  test.each(["revoked", "expired", "without the scope"])("%s", async (how) => {
    const clock = fakeClock();
    const all = await servedTeam({ clock });
    const { token, grant } = all.team.give({
      person: "ann",
      scopes: ["read", "run"],
      budgetUsd: null,
      expiresMs: how === "expired" ? clock.nowMs() + 5_000 : null,
    });
    const other = all.token();
    const id = await debateIn(all, token);
    const [ending, staying] = [
      await openStream(all, id, bearer(token)),
      await openStream(all, id, bearer(other)),
    ];
    clock.advance(10_000 - 1);
    if (how === "revoked") await all.team.revoke(grant.id, "admin");
    if (how === "without the scope") {
      const before = { ...all.team };
      all.team.findGrant = async (one) =>
        one === token ? { ...grant, scopes: ["run"] } : before.findGrant(one);
    }
    clock.advance(1);
    await ending.ended;

    let left = false;
    void staying.ended.then(() => {
      left = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(left).toBe(false);
    staying.leave();
  });

  test("a database that cannot be asked ends none", async () => {
    const clock = fakeClock();
    const all = await servedTeam({ clock });
    const token = all.token();
    const id = await debateIn(all, token);
    const stream = await openStream(all, id, bearer(token));
    await stream.until(({ event }) => event === "journal");
    const before = { ...all.team };
    let asked = 0;
    all.team.findGrant = async () => {
      asked++;
      throw new Error("gone");
    };
    clock.advance(10_000);
    await expect.poll(() => asked, SOON).toBe(1);
    all.team.findGrant = (one) => before.findGrant(one);
    clock.advance(10_000);
    all.fleet.say(id, { type: "turn-started", key: "x/y", by: "y", repair: false });
    await stream.until(({ data }) => JSON.stringify(data).includes("turn-started"));
    stream.leave();
  });
});

test("SV2 the server that goes ends its streams, and lets what was asked be answered", async () => {
  const all = await servedTeam();
  const token = all.token();
  const id = await debateIn(all, token);
  const stream = await openStream(all, id, bearer(token));
  await stream.until(({ event }) => event === "journal");
  const gate = Promise.withResolvers<void>();
  const before = { ...all.team };
  all.team.allowance = async (grant) => {
    await gate.promise;
    return before.allowance(grant);
  };
  const asked = all.ask(token, "/api/me");
  // until it is under way
  await all.ask(token, "/api/home");
  const closed = all.server.close();
  await stream.ended;
  await expect(all.ask(token, "/api/me")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  gate.resolve();

  expect((await asked).status).toBe(200);
  await closed;
});
