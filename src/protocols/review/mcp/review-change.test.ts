/** The tool by which an agent has a change of its checkout reviewed. */
import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { type McpPlace, mcpPlace } from "../../../../test/support/processes/mcp.ts";
import { systemClock } from "../../../clock.ts";

const ENV = {
  PATH: process.env["PATH"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b.c",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b.c",
};

function changedPlace(): McpPlace {
  const place = mcpPlace({ "src/pay.js": "one\n" }, systemClock, { ...ENV, DISSENT_OFFLINE: "1" });
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", args, { cwd: place.desk.root, env: ENV });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  place.write("src/pay.js", "one\n<<<<<<< HEAD\n");
  return place;
}

test("what survives is told with its place, in quoted words", async () => {
  const { call } = await changedPlace().host();

  const { debate, ...told } = await call("review_change", {});

  expect(debate).toMatch(/^review-/);
  expect(told).toMatchObject({
    findings: [
      {
        id: "correctness-1",
        severity: "blocker",
        at: "src/pay.js:2",
        quoted: expect.stringContaining("A conflict marker was left in the file."),
      },
    ],
  });
});

test("a commit is reviewed as well, and one that is not there is said", async () => {
  const { call, refused } = await changedPlace().host();

  expect(await call("review_change", { change: "HEAD" })).toMatchObject({ findings: [] });
  expect(await refused("review_change", { change: "no-such-branch" })).toContain(
    "There is no commit no-such-branch here.",
  );
});

test.each(["src/pay.js", "/etc/hostname", "-", "--output=x", "../../etc/hostname"])(
  "CX1 %s is no range, and no file is read as a patch",
  async (change) => {
    const { refused } = await changedPlace().host();

    expect(await refused("review_change", { change })).toMatch(
      /is not a range or a commit|There is no commit/,
    );
  },
);

test("K21 no agent lets models look beyond the change", async () => {
  const place = changedPlace();
  place.write("dissent.yaml", "settings: { repo: true }\n");
  const { call } = await place.host();
  const { debate } = await call("review_change", {});

  const { events } = await place.look((app) => app.read(debate));
  expect(events.some(({ fact }) => fact.type === "outside-read")).toBe(false);
});
