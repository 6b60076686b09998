import { expect, test } from "vitest";

import { sha256 } from "./journal/hash-chain.ts";
import { createPromptDigester, joinPromptText } from "./prompt-digest.ts";

const prompt = [
  { shared: true, text: "The matter, für alle." },
  { shared: false, text: "Your seat." },
];

test("K1 a prompt's hash is that of its segments' hashes, and anyone can compute it", () => {
  const lines = prompt.map(({ text }) => sha256(text)).join("\n");

  expect(createPromptDigester()(prompt)).toEqual({
    prompt: sha256(lines),
    bytes: Buffer.byteLength(joinPromptText(prompt)),
  });
});

test("K1 any changed letter, moved boundary or swapped segment changes the hash", () => {
  const digest = createPromptDigester();
  const [first, second] = prompt;
  const others = [
    [{ ...first!, text: "The matter, fur alle." }, second!],
    [second!, first!],
    [{ shared: true, text: joinPromptText(prompt) }],
    [first!, { ...second!, text: "Your seat. " }],
  ];

  const hashes = [prompt, ...others].map((one) => digest(one).prompt);

  expect(new Set(hashes).size).toBe(hashes.length);
});

test("a segment that was seen before has the same hash as one that was not", () => {
  const warm = createPromptDigester();
  warm(prompt);

  expect(warm(prompt)).toEqual(createPromptDigester()(prompt));
});

test("a short segment that was seen in another debate, shared or not, has the same hash", () => {
  const [, seat] = prompt;
  createPromptDigester()([{ ...seat!, shared: true }]);

  expect(createPromptDigester()([seat!])).toEqual({
    prompt: sha256(sha256(seat!.text)),
    bytes: seat!.text.length,
  });
});
