import { expect, test } from "vitest";

import { fileFlag, outFlag } from "./flags.ts";

test("a file to write is named, and - is none", () => {
  expect(outFlag({ out: ["a.md", "./-"] })).toEqual(["a.md", "./-"]);
  expect(fileFlag({ record: "tape" }, "record")).toBe("tape");
  expect(fileFlag({}, "record")).toBeUndefined();
  expect(() => outFlag({ out: ["a.md", "-"] })).toThrow("--out - names no file.");
  expect(() => outFlag({ out: [" "] })).toThrow("--out has no path.");
  expect(() => fileFlag({ comment: "-" }, "comment")).toThrow("--comment - names no file.");
});
