import { expect, test } from "vitest";

import { listStatedFigures } from "./stated-figures.ts";

const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

test.each(WORDS.map((word, index) => [word, index + 1] as const))(
  "%s weeks is a figure, in any letters",
  (word, value) => {
    const [small] = listStatedFigures(`It takes ${word} weeks.`);
    const [large] = listStatedFigures(`IT TAKES ${word.toUpperCase()} WEEKS.`);

    expect(small).toMatchObject({ value, unit: "week" });
    expect(large).toMatchObject({ value, unit: "week" });
  },
);
