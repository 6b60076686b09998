import { expect, test } from "vitest";

import { readFileFlag, readOutputFlag } from "./read-flags.ts";

test("a file to write is named, and - is none", () => {
  expect(readOutputFlag({ out: ["a.md", "./-"] })).toEqual(["a.md", "./-"]);
  expect(readFileFlag({ record: "tape" }, "record")).toBe("tape");
  expect(readFileFlag({}, "record")).toBeUndefined();
  expect(() => readOutputFlag({ out: ["a.md", "-"] })).toThrow("--out - names no file.");
  expect(() => readOutputFlag({ out: [" "] })).toThrow("--out has no path.");
  expect(() => readFileFlag({ comment: "-" }, "comment")).toThrow("--comment - names no file.");
});
