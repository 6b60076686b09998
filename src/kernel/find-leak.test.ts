import { expect, test } from "vitest";

import { findLeakedWords } from "./find-leak.ts";

const words = "one two three four five six seven eight nine";
const peer = (reply: Parameters<typeof findLeakedWords>[1][0]["reply"], prompt = "Speak.") => [
  { reply, prompt: [prompt] },
];

test("K1 eight words of a peer in a row are a leak, wherever they stand in its reply", () => {
  const prompt = `Someone said: ONE, two - three four; five (six) seven eight.`;

  for (const reply of [words, { deep: { list: ["x", words] } }, [words]]) {
    expect(findLeakedWords([prompt], peer(reply), [])).toBe(
      "one two three four five six seven eight",
    );
  }
});

test("K1 seven words, and figures that only look alike, are not", () => {
  expect(findLeakedWords(["one two three four five six seven"], peer(words), [])).toBeUndefined();
  expect(findLeakedWords([words], peer({ a: 1, b: null, c: true }), [])).toBeUndefined();
  expect(findLeakedWords([words], [], [])).toBeUndefined();
});

test("K1 words that stand in the brief are everyone's", () => {
  expect(findLeakedWords([words], peer(words), [`As we know: ${words}`])).toBeUndefined();
});

test("K1 an instruction that a peer only repeats from its own prompt is not the peer's", () => {
  expect(findLeakedWords([words], peer(words, `Please say: ${words}`), [])).toBeUndefined();
  expect(findLeakedWords([words], [...peer(words, words), ...peer(words)], [])).toBeDefined();
});

test("K1 a peer's words are found beside a long source that the prompt shows whole", () => {
  const source = Array.from({ length: 900 }, (_, at) => `term${at}`).join(" ");
  const said = "term5 term6 term7 term8 term9 term10 term11 term12 term13";

  expect(findLeakedWords([`Read: ${source}\n\n${words}`], peer(words), [source])).toBeDefined();
  expect(findLeakedWords([`Read: ${source}`], peer(said), [source])).toBeUndefined();
});
