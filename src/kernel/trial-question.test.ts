import { expect, test } from "vitest";
import * as z from "zod";

import { probe } from "../../test/support/protocols/probe-protocol.ts";
import type { Brief } from "../domain/brief.ts";
import { assignMarks } from "../domain/participant.ts";
import type { Ask } from "../protocol.ts";
import { createTrialQuestion } from "./trial-question.ts";

const brief: Brief = {
  id: "trial",
  question: "Which?",
  options: [],
  sources: [{ id: "brief", title: "brief", sha256: "", bytes: 9, text: "It rains every day." }],
  featureName: null,
  featureDir: null,
};
const Reply = z.object({ text: z.string(), quote: z.string() });
const ask: Ask<z.infer<typeof Reply>> = {
  prompt: [{ shared: false, text: "Speak." }],
  reply: Reply,
  promptInput: { kind: "speak" },
  check: ({ text }) => (text === "" ? [{ text: "text is empty", duty: true }] : []),
  claims: ({ text, quote }) => [
    {
      text,
      about: "A",
      side: "supports",
      evidence: [{ kind: "quote", source: "brief", quote }],
    },
  ],
};

const participants = assignMarks([
  { id: "ann", name: "Ann", role: "speaker", stance: null, model: "any" },
]);

async function question() {
  const protocol = probe(async (floor) => {
    await floor.publish("a.md", "x");
    await floor.round("first", floor.participants, () => ask);
    throw new TypeError("nobody gets here");
  });
  return createTrialQuestion({ protocol, brief, participants, settings: {} });
}

test("it is what the protocol asks first, as a debate would put it", async () => {
  const request = (await question()).createRequest("team/large");

  expect(request).toMatchObject({
    prompt: ask.prompt,
    key: "trial/first/ann",
    participant: { id: "ann", model: "team/large" },
  });
  expect(request.schema()).toMatchObject({ properties: { text: {}, quote: {} } });
});

test.each([
  ['{"text": "wet", "quote": "rains every day"}', []],
  ['{"text": "wet", "quote": "It always rains."}', [/quotes nothing that occurs word for word/]],
  ['{"text": "", "quote": "It rains"}', [/text is empty/]],
  ['{"text": "wet"}', [/quote/]],
  ["Wet.", [/no JSON object/]],
])("what a debate would make of %s is said in plain words", async (answer, problems) => {
  const found = (await question()).findProblems(answer);

  expect(found).toEqual(problems.map((words) => expect.stringMatching(words)));
});

test("the shape may be right where the words are not", async () => {
  const trial = await question();

  expect(trial.hasWantedShape('{"text": "wet", "quote": "nowhere"}')).toBe(true);
  expect(trial.hasWantedShape('{"text": "wet"}')).toBe(false);
});
