import { EventEmitter } from "node:events";

import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import { listenForNotifications, sendNotification } from "./notifications.ts";
import type { NotifiedConnection } from "./postgres-connections.ts";

/** Lines to a database that the test cuts. */
function lines() {
  const clock = fakeClock();
  const opened: (EventEmitter & { said: string[] })[] = [];
  const failing = { times: 0 };
  const connect = async (): Promise<NotifiedConnection> => {
    if (failing.times > 0) {
      failing.times -= 1;
      throw new Error("refused");
    }
    const said: string[] = [];
    const line = Object.assign(new EventEmitter(), {
      said,
      query: async (sql: string) => void said.push(sql),
      unref: () => {},
      end: async () => void said.push("end"),
    });
    opened.push(line);
    return line;
  };
  const heard: string[] = [];
  let listening = 0;
  const post = listenForNotifications({
    connections: { connect },
    clock,
    channel: "fleet",
    onMessage: (payload) => heard.push(payload),
    onListening: () => (listening += 1),
  });
  return { clock, opened, failing, heard, post, listening: () => listening };
}

describe("post between the processes of a fleet", () => {
  test("FP1 after a cut it listens again, and says so: what was said meanwhile is to be looked for", async () => {
    const { clock, opened, failing, heard, listening, post } = lines();
    await idle();
    opened[0]?.emit("notification", { payload: "one" });
    expect(listening()).toBe(1);
    failing.times = 2;
    opened[0]?.emit("end");
    for (let tries = 0; tries < 3; tries++) {
      await idle();
      clock.advance(500);
    }
    await idle();
    opened[1]?.emit("notification", { payload: "two" });

    expect(opened[1]?.said).toEqual(["LISTEN fleet"]);
    expect(listening()).toBe(2);
    expect(heard).toEqual(["one", "two"]);
    await post.close();
  });

  test("closed, it parts with its line and opens no other", async () => {
    const { clock, opened, post } = lines();
    await idle();
    await post.close();
    clock.advance(10_000);
    await idle();

    expect(opened.map(({ said }) => said)).toEqual([["LISTEN fleet", "end"]]);
    expect(clock.waiting()).toBe(0);
  });

  test("FP1 who cannot send is not stopped by it", async () => {
    await expect(
      sendNotification({ read: () => Promise.reject(new Error("away")) }, "fleet", "wish deb-1"),
    ).resolves.toBeUndefined();
  });
});
