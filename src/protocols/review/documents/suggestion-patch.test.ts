import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createSource } from "../../../config/context/read-context.ts";
import { readChange } from "../change/change.ts";
import { findQuotedPlace } from "../change/find-place.ts";
import type { Finding } from "../rules/findings.ts";
import { buildSuggestionPatch } from "./suggestion-patch.ts";

function buildMember(
  text: string,
  [first, last]: readonly [number, number],
  replacement: string,
): Finding {
  const diff = [
    "--- a/x y.txt",
    "+++ b/x y.txt",
    "@@ -0,0 +1,1 @@",
    `+${text.split("\n")[0] ?? ""}`,
    "",
  ].join("\n");
  const { files } = readChange(
    { sources: [createSource("change", "x", diff), createSource("file-1", "x y.txt", text)] },
    { include: [], marked: {} },
  );
  const quote = text
    .split("\n")
    .slice(first - 1, last)
    .join("\n");
  const place = findQuotedPlace(files[0]!, { side: "new", first, last, quote })!;
  return { file: files[0]!, place, replacement } as Finding;
}

test.each([
  ["in the middle", "a1\nb2b\nc33\nd44\ne55\nf66\ng77\nh88\n", [5, 5], "E\nE2\n"],
  ["at the beginning", "abc\nbcd\ncde\n", [1, 1], "ABC"],
  ["at the end without a line feed", "abc\nbcd\ncde", [3, 3], "CDE"],
  ["before an end without a line feed", "abc\nbcd\ncde", [2, 2], ""],
  ["the whole file", "abc\n", [1, 1], "x\ny"],
  ["with CRLF", "abc\r\nbcd\r\ncde\r\n", [2, 2], "BCD"],
] as const)(
  "L10 a suggestion %s passes git apply --check and does what it says",
  (_where, text, [first, last], wanted) => {
    const root = mkdtempSync(join(tmpdir(), "dissent-patch-"));
    try {
      execFileSync("git", ["init", "-q"], { cwd: root });
      writeFileSync(join(root, "x y.txt"), text);
      const patch = buildSuggestionPatch({ members: [buildMember(text, [first, last], wanted)] });
      expect(patch).not.toBeNull();
      writeFileSync(join(root, "s.patch"), patch ?? "");

      execFileSync("git", ["apply", "--check", "s.patch"], { cwd: root });
      execFileSync("git", ["apply", "s.patch"], { cwd: root });

      const after = readFileSync(join(root, "x y.txt"), "utf8");
      for (const line of wanted.split("\n")) expect(after).toContain(line);
      expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
      expect(after).not.toMatch(/[^\r]\n[^]*\r\n/);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);

test("L10 no patch where nothing would change", () => {
  expect(buildSuggestionPatch({ members: [buildMember("abc\nbcd\n", [1, 1], "abc")] })).toBeNull();
});
