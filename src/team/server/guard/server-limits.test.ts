/** The small parts that bound what anyone can take. */
import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { createReadinessCheck } from "../routes/team-routes.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { computeAddressGroup, readClientAddress } from "./requester.ts";
import { isLoopbackServerHost, parsePublicUrl, resolveServerNames } from "./server-names.ts";

describe("buckets", () => {
  test("so many at once, then at an even pace, and never more than at first", () => {
    const clock = fakeClock();
    const all = createRateLimiter({ atOnce: 2, perMinute: 60, clock });

    expect([all.take("a"), all.take("a"), all.take("a")]).toEqual([0, 0, 1]);
    clock.advance(1_000);
    expect([all.take("a"), all.take("a")]).toEqual([0, 1]);
    clock.advance(3_600_000);
    expect([all.take("a"), all.take("a"), all.take("a")]).toEqual([0, 0, 1]);
  });

  test("a clock that is set back gives nothing and takes nothing", () => {
    const clock = fakeClock();
    const all = createRateLimiter({ atOnce: 1, perMinute: 60, clock });
    all.take("a");
    clock.advance(-10_000);

    expect(all.take("a")).toBe(1);
  });

  test("those who come once do not fill it", () => {
    const all = createRateLimiter({ atOnce: 1, perMinute: 1, clock: fakeClock(), most: 100 });
    for (let count = 0; count < 10_000; count++) all.take(`one ${count}`);

    expect(all.size()).toBe(100);
  });
});

describe("addresses", () => {
  const from = (remoteAddress: string, forwarded?: string) => ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });

  test("of a proxy the last one counts, where it is an address at all", () => {
    expect(readClientAddress(from("::ffff:10.0.0.1"), false)).toBe("10.0.0.1");
    expect(readClientAddress(from("10.0.0.1", "1.1.1.1"), false)).toBe("10.0.0.1");
    expect(readClientAddress(from("10.0.0.1", "1.1.1.1, 2001:db8::1"), true)).toBe("2001:db8::1");
    expect(readClientAddress(from("10.0.0.1", "1.1.1.1, <script>"), true)).toBe("10.0.0.1");
    expect(readClientAddress(from("10.0.0.1"), true)).toBe("10.0.0.1");
  });

  test("a network of IPv6 is one neighbourhood, however its addresses are written", () => {
    const same = [
      "2001:db8:0:1::1",
      "2001:db8:0:1:ffff:ffff:ffff:ffff",
      "2001:0DB8:0000:0001::",
      "2001:db8:0:1:2::3",
    ];

    expect(new Set(same.map(computeAddressGroup))).toEqual(new Set(["2001:db8:0:1"]));
    expect(computeAddressGroup("2001:db8:0:2::1")).not.toBe("2001:db8:0:1");
    expect(computeAddressGroup("::1")).toBe("0:0:0:0");
    expect(computeAddressGroup("10.0.0.1")).toBe("10.0.0.1");
    expect(computeAddressGroup("unknown")).toBe("unknown");
  });
});

describe("names", () => {
  test.each(["127.0.0.1", "127.5.5.5", "localhost", "::1"])("%s is this machine", (host) => {
    expect(isLoopbackServerHost(host)).toBe(true);
  });

  test.each(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.evil.example"])("%s is not", (host) => {
    expect(isLoopbackServerHost(host)).toBe(false);
  });

  test.each([
    "dissent.example.org",
    "ftp://x.example",
    "https://x.example/path",
    "https://x.example/?a=1",
    "https://me:pw@x.example",
    "javascript:alert(1)",
  ])("%s is no public address", (text) => {
    expect(() => parsePublicUrl(text)).toThrow(expect.objectContaining({ code: "usage" }));
  });

  test("a page is the server's own under the name it was called by", () => {
    const names = resolveServerNames({
      publicUrl: new URL("https://a.example"),
      host: "::1",
      port: 9,
    });

    expect(names.originsFor("a.example")).toContain("https://a.example");
    expect(names.url).toBe("https://a.example");
    expect(resolveServerNames({ publicUrl: null, host: "::1", port: 9 }).url).toBe(
      "http://[::1]:9",
    );
  });
});

describe("a turnstile", () => {
  test("lets a few in, some wait, and the rest are sent away", async () => {
    const pass = createConcurrencyLimit({ atWork: 2, waiting: 1 });
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    let inside = 0;
    let most = 0;
    const works = gates.map((gate) =>
      pass(async () => {
        most = Math.max(most, ++inside);
        await gate.promise;
        inside--;
      }),
    );
    await expect(pass(async () => {})).rejects.toMatchObject({ code: "busy" });
    for (const gate of gates) gate.resolve();
    await Promise.all(works);

    expect(most).toBe(2);
    await expect(pass(async () => "again")).resolves.toBe("again");
  });

  test("whoever fails leaves too", async () => {
    const pass = createConcurrencyLimit({ atWork: 1, waiting: 5 });
    const failing = pass(() => Promise.reject(new Error("no")));
    const next = pass(async () => "next");

    await expect(failing).rejects.toThrow("no");
    await expect(next).resolves.toBe("next");
  });
});

describe("readiness", () => {
  test("is asked once a second, and what takes too long is not ready", async () => {
    const clock = fakeClock();
    let asked = 0;
    const answers = [Promise.resolve(), new Promise<void>(() => {}), Promise.reject(new Error())];
    for (const answer of answers) answer.catch(() => {});
    const isReady = createReadinessCheck(() => answers[asked++] ?? Promise.resolve(), clock);

    expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
    expect(asked).toBe(1);
    clock.advance(1_000);
    const late = isReady();
    clock.advance(3_000);
    expect(await late).toBe(false);
    expect(await isReady()).toBe(false);
    expect(asked).toBe(3);
  });
});
