/** What a review is planned with: the change does not set up its own review, and files are read where it leads to. */
import { describe, expect, test } from "vitest";

import { reviewCheckout } from "../../../../test/support/protocols/review-checkout.ts";
import { openProjectApp } from "../../../app/app-context.ts";
import { prepareDebate } from "../../../app/prepare-debate.ts";
import type { CommandFlags } from "../../../app/read-flags.ts";
import { resolveReviewInput } from "./resolve-review.ts";

const FILES = { "a.txt": "one\ntwo\n", "dissent.yaml": "settings:\n  changes_from: minor\n" };

/** Three commits ahead of `main`, the last of which is checked out. */
function workBranch(files: Readonly<Record<string, string>>, start = FILES) {
  const checkout = reviewCheckout(start);
  checkout.git("checkout", "-q", "-b", "work");
  for (const [path, text] of Object.entries(files)) checkout.write(path, text);
  const head = checkout.commit("work");
  return { ...checkout, head };
}

async function planReview(
  { context }: Pick<ReturnType<typeof workBranch>, "context">,
  from?: string,
  flags: CommandFlags = {},
) {
  const input = await resolveReviewInput(context, from, flags);
  const { preview } = await prepareDebate(context, { input, flags, models: {} });
  return { input, settings: preview.plan.settings as Record<string, unknown> };
}

describe("a change to the configuration", () => {
  const LENIENT = { "a.txt": "one\nTWO\n", "dissent.yaml": "settings:\n  changes_from: blocker\n" };

  test("that is committed counts only from the next review on, and that is said", async () => {
    const { settings } = await planReview(workBranch(LENIENT));

    expect(settings["changes_from"]).toBe("minor");
    expect(settings["what"]).toContain(
      "dissent.yaml is part of the change, so the one from before it is used",
    );
  });

  test("as a range, as one that is merged, and from a folder below", async () => {
    const work = workBranch({ ...LENIENT, "sub/b.txt": "b\n" });
    const range = await planReview(work, "main..work");
    const below = await planReview({ context: { ...work.context, cwd: `${work.root}/sub` } });

    expect(range.settings["changes_from"]).toBe("minor");
    expect(below.settings["changes_from"]).toBe("minor");
  });

  test("that brings the first one, or one nearer by, is not used", async () => {
    const first = await planReview(workBranch(LENIENT, { "a.txt": "one\n" } as typeof FILES));
    const near = workBranch({ "sub/dissent.json": '{"settings":{"changes_from":"blocker"}}' });
    const nearer = await planReview({ context: { ...near.context, cwd: `${near.root}/sub` } });

    expect(first.settings["changes_from"]).toBe("major");
    expect(first.settings["what"]).toContain("dissent.yaml is part of the change, so none is used");
    expect(nearer.settings["changes_from"]).toBe("minor");
  });

  test("that seats somebody, or names an address, seats nobody", async () => {
    const seats =
      "participants:\n  security: evil/x\nendpoints:\n  evil: {url: 'https://e.example'}\n";
    const { input } = await planReview(workBranch({ "a.txt": "1\n", "dissent.yaml": seats }));

    expect(input.configuration.values.participants).toEqual({});
    expect(input.configuration.values.access.endpoints).not.toHaveProperty("evil");
  });

  test("that a person made and did not commit is theirs, and so is one of a branch that is not here", async () => {
    const own = workBranch({ "a.txt": "one\nTWO\n" });
    own.write("dissent.yaml", LENIENT["dissent.yaml"]);
    const other = workBranch(LENIENT);
    other.git("checkout", "-q", "main");

    expect((await planReview(own)).settings["changes_from"]).toBe("blocker");
    const elsewhere = await planReview(other, "main..work");
    expect(elsewhere.settings["changes_from"]).toBe("minor");
    expect(elsewhere.settings["what"]).not.toContain("part of the change");
  });
});

describe("files beyond the change", () => {
  test.each([
    ["as it is", "", {}],
    ["with --repo", "", { repo: true }],
    ["with repo in dissent.yaml", "settings:\n  repo: true\n", {}],
    ["with another revision in dissent.yaml", "settings:\n  repo: main\n", {}],
  ])("of a range are read at its commit, %s", async (_how, config, flags) => {
    const work = workBranch({ "a.txt": "one\nTWO\n" }, { "a.txt": "1\n", "dissent.yaml": config });
    work.write("a.txt", "of the working tree\n");

    expect((await planReview(work, "main..work", flags)).settings["repo"]).toBe(work.head);
  });

  test("of the working tree are read there, and --no-repo, --quick and dissent.yaml leave them out", async () => {
    const work = workBranch({ "a.txt": "one\nTWO\n" });
    const off = workBranch(
      { "a.txt": "one\nTWO\n" },
      { ...FILES, "dissent.yaml": "settings:\n  repo: false\n" },
    );

    expect((await planReview(work)).settings["repo"]).toBe(true);
    for (const flags of [{ repo: false }, { quick: true }])
      expect((await planReview(work, undefined, flags)).settings["repo"]).toBe(false);
    expect((await planReview(off)).settings["repo"]).toBe(false);
    expect((await planReview(off, undefined, { repo: true })).settings["repo"]).toBe(true);
  });
});

test("L9 an earlier review that came with the change is not believed", async () => {
  const work = workBranch({ "a.txt": "one\nTWO\n" });
  const app = openProjectApp(work.context);
  const { input } = await planReview(work);
  const { preview } = await prepareDebate(work.context, { input, flags: {}, models: {} });
  const debate = await app.open(preview.plan, "Mara");
  await app.run({ debate });
  await app.close();

  expect((await planReview(work)).settings["follows"]).toBe(debate);
  work.git("add", "-f", ".dissent");
  work.git("commit", "-q", "-m", "made up");
  expect((await planReview(work)).settings["follows"]).toBeNull();
  work.git("rm", "-q", "-r", "--cached", ".dissent");
  work.git("commit", "-q", "-m", "taken out");
  expect((await planReview(work, undefined, { fresh: true })).settings["follows"]).toBeNull();
});
