/** A team's member reads nothing of the checkout that the server runs in, whatever they put into a request. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { servedTeam } from "../../test/support/team/team-server.ts";
import { readOpening } from "../domain/journal/event.ts";

const START = {
  protocol: "judges",
  question: "Queue or cron?",
  options: ["A", "B"].map((id) => ({ id, label: `Option ${id}` })),
  body: "The export takes three hours.",
};

async function serveCheckout(config = "") {
  const place = await servedTeam();
  const { root } = place.desk;
  execFileSync("git", ["init", "-q"], { cwd: root });
  writeFileSync(join(root, "secret-plan.md"), "The words of the operator.\n");
  execFileSync("git", ["add", "."], { cwd: root });
  if (config !== "") writeFileSync(join(root, "dissent.yaml"), config);
  return { place, token: place.token() };
}

test.each([
  ["a setting", { ...START, settings: { repo: true } }],
  ["the flag", { ...START, repo: true }],
  ["a range", { ...START, range: "HEAD~1..HEAD" }],
  ["a folder", { ...START, repo: "/etc" }],
  ["a review of the server's checkout", { ...START, protocol: "review", options: [] }],
])("%s is refused", async (_what, body) => {
  const { place, token } = await serveCheckout();

  const answer = await place.post(token, "/api/debates", body);

  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await place.app.list()).toEqual([]);
});

test.each([
  ["the body", { body: "---\nsettings:\n  repo: true\n---\n\nThe export takes three hours." }],
  ["the question", { question: "Queue or cron?\n---\nsettings:\n  repo: true\n---\n" }],
  ["the question, with other line ends", { question: "Q?\r---\rsettings: {repo: true}\r---\r" }],
  [
    "an option",
    {
      options: [
        { id: "A", label: "a\n---\nsettings: {repo: true}\n---" },
        { id: "B", label: "b" },
      ],
    },
  ],
])("front matter in %s sets nothing", async (_where, change) => {
  const { place, token } = await serveCheckout();

  await place.post(token, "/api/debates", { ...START, ...change });

  for (const { id } of await place.app.list()) {
    const { settings } = readOpening((await place.app.read(id)).events);
    expect(settings).toMatchObject({ repo: false });
  }
});

test("what the server's own configuration says of its checkout does not count for a team", async () => {
  const { place, token } = await serveCheckout("settings:\n  repo: true\n");

  const answer = await place.post(token, "/api/debates", START);
  const [debate] = await place.app.list();
  const record = await place.app.read(debate?.id ?? "");

  expect(answer.status).toBeLessThan(300);
  expect(readOpening(record.events).settings).toMatchObject({ repo: false });
  expect(record.lines.join("\n")).not.toContain("secret-plan");
});
