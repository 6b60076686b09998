import { describe, expect, test } from "vitest";

import { PROTOCOLS } from "./built-in.ts";
import { findFormWords } from "./form-words.ts";

/** Files are asked for before a step, in the same words everywhere. */
const isOwnStep = (step: string): boolean =>
  !step.startsWith("evidence") && !step.endsWith("-again");

describe("forms for people", () => {
  test.each(PROTOCOLS.map((one) => [one.id, one] as const))(
    "every step of %s says what a person does in it",
    (id, { titles = {} }) => {
      const steps = Object.keys(titles).filter(isOwnStep);

      expect(steps.length).toBeGreaterThan(1);
      for (const step of steps) expect(findFormWords(id, step).task, step).toMatch(/\.$/);
    },
  );

  test("a later round is asked for the same as the first", () => {
    const find = (step: string): string | null => findFormWords("challenge", step).task;

    expect(find("response-2")).toBe(find("response-1"));
    expect(find("response")).not.toBe(find("rebuttals-1"));
  });

  test("a protocol of one's own has the common words, and no tasks", () => {
    const { task, words } = findFormWords("own", "openings");

    expect(task).toBeNull();
    expect(words).toMatchObject({ confidence: "How sure are you?" });
    expect(words).not.toHaveProperty("SATISFACTION");
  });
});
