/** L10: a suggestion is offered only where git would apply it. */
import { expect, test } from "vitest";

import { reviewCheckout } from "../../test/support/protocols/review-checkout.ts";
import { holdReview, oneFinding, quiet } from "../../test/support/protocols/review.ts";
import { keepUsableFiles } from "./result-files.ts";

const PATCH = [
  "diff --git a/a.txt b/a.txt",
  "--- a/a.txt",
  "+++ b/a.txt",
  "@@ -1,2 +1,2 @@",
  " one",
  "-two",
  "+TWO",
  "",
].join("\n");
const FILES = [
  { path: "review.md", text: "# Approved" },
  { path: "suggestions/correctness-1.patch", text: PATCH },
];

async function offered(settings: Readonly<Record<string, string>>, change?: string) {
  const checkout = reviewCheckout({ "a.txt": "one\ntwo\n" });
  const head = checkout.git("rev-parse", "HEAD").trim();
  if (change !== undefined) checkout.write("a.txt", change);
  const given = settings["head"] === "HEAD" ? { head } : settings;
  const held = await holdReview(quiet(), { plan: { settings: given } });
  const record = await held.app.read(held.id);
  const kept = await keepUsableFiles(checkout.context, record, FILES);
  return { kept, status: checkout.git("status", "--porcelain"), checkout, record };
}

test("L10 one that applies to the working tree is offered, and nothing is changed by trying", async () => {
  const { kept, status } = await offered({});

  expect(kept).toEqual({ files: FILES, warnings: [] });
  expect(status).toBe("");
});

test("L10 one that does not is left out, and that is said", async () => {
  const { kept } = await offered({}, "something else\n");
  // the index still has it as it was
  expect(kept.files).toHaveLength(2);

  const { checkout, record } = await offered({}, "something else\n");
  checkout.git("add", "a.txt");
  const later = await keepUsableFiles(checkout.context, record, FILES);

  expect(later.files.map(({ path }) => path)).toEqual(["review.md"]);
  expect(later.warnings).toEqual([
    "a suggestion left out, git apply does not accept it here: suggestions/correctness-1.patch",
  ]);
});

test("L10 of a range it is tried on the commit, whatever lies on disk", async () => {
  const { kept } = await offered({ head: "HEAD" }, "something else\n");
  const { kept: unknown } = await offered({ head: "f".repeat(40) });

  expect(kept.files).toHaveLength(2);
  expect(unknown.files).toHaveLength(1);
});

test("L10 outside of a checkout none is offered", async () => {
  const held = await holdReview(oneFinding("confirm", "confirm"));
  const record = await held.app.read(held.id);
  const { files } = await keepUsableFiles({ cwd: "/", env: process.env }, record, FILES);

  expect(files.map(({ path }) => path)).toEqual(["review.md"]);
});

test("other files keep their place, and so do those of other debates", async () => {
  const held = await holdReview(quiet());
  const record = await held.app.read(held.id);
  const own = [{ path: "suggestions/notes.md", text: "" }];

  expect((await keepUsableFiles({ cwd: "/", env: {} }, record, own)).files).toEqual(own);
});
