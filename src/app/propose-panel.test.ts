import { expect, test } from "vitest";

import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { assignSeatMarks } from "../domain/participant.ts";
import { type Model, type ModelRequest } from "../model.ts";
import { type PanelQuestion, proposePanelWithModel } from "./propose-panel.ts";

const seats = [
  { id: "security", name: "Security", role: "specialist", stance: "access and personal data" },
];
const asked: PanelQuestion = {
  brief: {
    id: "archive",
    question: "Move the archive?",
    options: [],
    sources: [
      { id: "brief", title: "brief", text: "Tax law asks for ten years.", bytes: 1, sha256: "0" },
    ],
    featureName: null,
    featureDir: null,
  },
  seats,
  table: { most: 2, presets: { board: "executives" } },
};

/** Answers with these texts, one after the other, and keeps what it was asked. */
function answering(...texts: readonly string[]): { model: Model; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const model: Model = {
    id: "test/one",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer(request) {
      requests.push(request);
      yield {
        type: "answer-given",
        text: texts[requests.length - 1] ?? "",
        served: {
          provider: "test",
          model: "one",
          version: null,
          inputTokens: 1,
          outputTokens: 1,
          costUsd: 0.01,
        },
      };
    },
  };
  return { model, requests };
}

const setting = { clock: fakeClock(0), deadlineMs: 1_000 };
const tax = {
  id: "Tax Law!",
  name: "Tax",
  asks: "What does an auditor ask for?",
  why: "ten years",
};
const reply = (more: object = {}) => JSON.stringify({ preset: null, add: [tax], ...more });

test("K21 a proposal is made from the brief alone, and its seats get safe ids (K17)", async () => {
  const { model, requests } = answering(reply({ preset: { id: "board", why: "money" } }));

  expect(await proposePanelWithModel(model, asked, setting)).toEqual({
    preset: { id: "board", why: "money" },
    added: [
      { id: "tax-law", name: "Tax", stance: "What does an auditor ask for?", why: "ten years" },
    ],
    costUsd: 0.01,
  });
  const text = requests[0]?.prompt.map((part) => part.text).join("\n") ?? "";
  expect(text).toContain("Tax law asks for ten years.");
  expect(text).toContain("- security: access and personal data");
  expect(text).toContain("at most 2");
});

test.each([
  [
    "a seat that is there already",
    { add: [{ ...tax, id: "security" }] },
    /"security" is there already/,
  ],
  ["one seat twice", { add: [tax, tax] }, /"tax-law" is there already/],
  ["too many seats", { add: [1, 2, 3].map((n) => ({ ...tax, id: `s${n}` })) }, /at most 2/],
  ["a table nobody knows", { preset: { id: "senate", why: "x" } }, /no table called "senate"/],
  ["an id without words", { add: [{ ...tax, id: "!!" }] }, /one or two plain words/],
])("K3 %s is sent back once with the reason, then refused", async (_, more, problem) => {
  const { model, requests } = answering(reply(more), reply(more));

  expect(await proposePanelWithModel(model, asked, setting)).toMatch(problem);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.prompt[0]?.text).toMatch(problem);
});

test("nobody added is a good answer", async () => {
  const { model } = answering(reply({ add: [] }));

  expect(await proposePanelWithModel(model, asked, setting)).toMatchObject({
    added: [],
    preset: null,
  });
});

test("K16 claims of an added seat are called after it", () => {
  const [one] = assignSeatMarks([{ ...seats[0]!, id: "tax-law", model: "m" }]);

  expect(one?.mark).toBe("tax-law-");
});
