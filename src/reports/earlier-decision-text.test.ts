import { expect, test } from "vitest";

import { holdJudges, responds, rounds, votes } from "../../test/support/protocols/judges.ts";
import { findSettlement } from "../domain/journal/event.ts";
import { formatEarlierDecision } from "./earlier-decision-text.ts";

const SPLIT = rounds(votes("A", "A", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "A"),
  effort: responds("effort", "C"),
});

test("K6 K11 holds the question, the panel's outcome, the person's reason and every dissent word for word", async () => {
  const { app, id } = await holdJudges(SPLIT);
  await app.decide(id, { choice: "C", reason: "pilot\nfirst", by: "mia" });
  const { events } = await app.read(id);
  const [dissent] = findSettlement(events)?.outcome.dissents ?? [];

  const text = formatEarlierDecision(events) ?? "";

  expect(text).toMatch(
    /^Question: Should field-app v2 ship with offline sync\?\n\nOption A: Online only\nOption B: Full sync\nOption C: Read and drafts\n\nOutcome of the panel \(judges, \d{4}-\d\d-\d\d\): Consensus, A: Online only\n/,
  );
  expect(text).toMatch(
    /\n\nDecision of mia \(\d{4}-\d\d-\d\d\), C: Read and drafts\nReason: pilot\nfirst\n\n/,
  );
  expect(dissent?.grounds.length).toBeGreaterThan(0);
  expect(text).toContain(`Dissent of Effort, who holds C: ${dissent?.words}\n`);
  for (const ground of dissent?.grounds ?? []) expect(text).toContain(`- ${ground.text}\n`);
  expect(
    formatEarlierDecision(events.filter(({ fact }) => fact.type !== "debate-settled")),
  ).toBeNull();
});

test("K6 K10 what the panel left open has cases and no dissents: a person may have chosen one of them", async () => {
  const open = rounds(votes("A", "B", "C"), {
    risk: responds("risk", "A"),
    value: responds("value", "B"),
    effort: responds("effort", "C"),
  });
  const { app, id } = await holdJudges(open);
  await app.decide(id, { choice: "B", reason: "It pays for itself.", by: "mia" });

  const text = formatEarlierDecision((await app.read(id)).events) ?? "";

  expect(text).toContain("Case of Value, who holds B: ");
  expect(text).not.toContain("Dissent of");
});
