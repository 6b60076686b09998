import { describe, expect, test } from "vitest";

import type { SetupError } from "../errors.ts";
import type { ListedDebate } from "../store.ts";
import { matchDebateId } from "./find-debate.ts";

const IDS = [
  "offline-sync-k3f9",
  "offline-sync-b7xz",
  "queue-or-cron-9fk3",
  // of an older store, before names were kept short
  "should-we-rewrite-the-billing-service-in-another-language-2w4q",
];

const LISTED = IDS.map((id) => ({ id, question: `What of ${id}?` }) as ListedDebate);

function refusal(reference: string): SetupError {
  try {
    matchDebateId(LISTED, reference);
  } catch (error) {
    return error as SetupError;
  }
  throw new Error(`"${reference}" was found.`);
}

describe("a debate is found by", () => {
  test.each([
    ["last", IDS[0]],
    ["offline-sync-b7xz", IDS[1]],
    ["k3f9", IDS[0]],
    ["f9", IDS[0]],
    ["queue", IDS[2]],
    ["qu", IDS[2]],
    ["offline-sync-b", IDS[1]],
    ["sync-k3f9", IDS[0]],
    ["2w4q", IDS[3]],
    ["should-we", IDS[3]],
  ])("%s", (reference, id) => {
    expect(matchDebateId(LISTED, reference)).toBe(id);
  });

  test("a whole id that another one begins with", () => {
    const longer = [...LISTED, { id: "offline-sync-k3f9-2bcd", question: "" } as ListedDebate];

    expect(matchDebateId(longer, "offline-sync-k3f9")).toBe("offline-sync-k3f9");
  });
});

test("what fits several names them all, with what they ask", () => {
  const { code, message, hint } = refusal("offline");

  expect(code).toBe("unknown-debate");
  expect(message).toBe('"offline" fits 2 debates.');
  expect(hint?.split("\n").slice(1)).toEqual([
    "offline-sync-k3f9  What of offline-sync-k3f9?",
    "offline-sync-b7xz  What of offline-sync-b7xz?",
  ]);
});

test.each(["", " ", "k3f", "rewrite", "LAST"])("%j fits none", (reference) => {
  expect(refusal(reference).message).toMatch(/^There is no debate/);
});
