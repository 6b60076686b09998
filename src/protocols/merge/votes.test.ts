/** A33b, K21: what advocates can agree on besides one draft's words, and what becomes of it. */
import { expect, test } from "vitest";

import { draftsBrief } from "../../../test/support/documents/drafts.ts";
import { artifact, type Held } from "../../../test/support/protocols/debate.ts";
import { holdMerge, rebuts, states } from "../../../test/support/protocols/merge.ts";
import type { MergeRebutInput, MergeStateInput, Winner } from "./prompts/prompt-input.ts";

const A = `# Cache

## Size

The cache holds entries of every shop in one region.

## Start

Warm after a minute.
`;

const B = `# Cache

## Size

The cache holds entries of every shop in two regions.

## Start

Warm after a minute.

## Alerts

An alert fires at night.
`;

type Vote = Omit<Winner, "point" | "because">;

/** Both advocates say the same: one vote for what differs, one for what only B has. */
async function voted({ content, unique }: { content?: Vote; unique?: Vote }): Promise<Held> {
  const unsure: Vote = { variant: 0, instead: "cannot-tell" };
  return holdMerge(
    {
      "merge.state": (promptInput: MergeStateInput) =>
        states(promptInput, {
          winners: promptInput.voted.map((point) => ({
            point,
            because: "it reads better that way",
            ...((point.startsWith("U") ? unique : content) ?? unsure),
          })),
        }),
    },
    { brief: draftsBrief([A, B]), plan: { settings: { base: 1, comments: false } } },
  );
}

const readArtifact = (held: Held): Promise<string> =>
  artifact(held, held.outcome!.result["merged_output_path"] as string);

test("A33b a combination is made of the exact words, in their order", async () => {
  const [one, two] = [
    "The cache holds entries of every shop in one region.",
    "The cache holds entries of every shop in two regions.",
  ];
  const held = await voted({
    content: {
      variant: 0,
      instead: "combine",
      pieces: [
        { variant: 1, quote: one },
        { variant: 2, quote: two },
      ],
    },
  });

  expect(await readArtifact(held)).toContain(`${one}\n\n${two}\n`);
  expect(held.outcome!.result["points"]).toMatchObject([{ winner: 0, choice: "combined" }, {}]);
});

test("A33b K7 a combination of words that nobody wrote is asked for again, and then changes nothing", async () => {
  const pieces = [{ variant: 2, quote: "The cache is infinite." }];
  const held = await voted({ content: { variant: 0, instead: "combine", pieces } });

  expect(held.outcome!.notes.join("\n")).toContain("does not occur in variant 2");
  expect(await readArtifact(held)).toBe(A);
});

test("A33b neither keeps the base, and the plan says so", async () => {
  const held = await voted({ content: { variant: 0, instead: "neither" } });

  expect(await readArtifact(held)).toBe(A);
  expect(await artifact(held, "adversarial/refactor-plan.md")).toContain(
    "neither was found good enough, base kept",
  );
});

test("A33b a contribution is taken, left, or folded into a named section", async () => {
  const taken = await readArtifact(await voted({ unique: { variant: 0, instead: "take" } }));
  expect(taken).toContain("## Alerts\n\nAn alert fires at night.");

  const left = await voted({ unique: { variant: 0, instead: "leave" } });
  expect(await readArtifact(left)).toBe(A);
  expect(await artifact(left, "adversarial/refactor-plan.md")).toContain("left out (unanimous");

  const fold: Vote = { variant: 0, instead: "fold", section: "size" };
  const folded = await readArtifact(await voted({ unique: fold }));
  expect(folded).toMatch(/one region\.\n\n### Alerts\n\nAn alert fires at night\.\n\n## Start/);
});

test("A33b unresolved means left, and listed", async () => {
  const held = await voted({});

  expect(await readArtifact(held)).toBe(A);
  expect(await artifact(held, "adversarial/refactor-plan.md")).toContain("unresolved, left out");
  const { unresolved_conflicts: open } = held.outcome!.result as {
    unresolved_conflicts: { point: string }[];
  };
  expect(open.map(({ point }) => point)).toContain("U-001");
});

const ROWS = (...rows: string[]): string =>
  ["# Plan", "", "## Risks", "", "| ID | Risk | Owner |", "| -- | -- | -- |", ...rows, ""].join(
    "\n",
  );

/** Both advocates give one vote on every point. */
async function allVoted(drafts: readonly [string, string], vote: Vote): Promise<Held> {
  return holdMerge(
    {
      "merge.state": (promptInput: MergeStateInput) =>
        states(promptInput, {
          winners: promptInput.voted.map((point) => ({ point, because: "both help", ...vote })),
        }),
    },
    { brief: draftsBrief(drafts), plan: { settings: { base: 1, comments: false } } },
  );
}

test("A33b K21 all keeps every draft's rows in one table, and paragraphs one after the other", async () => {
  const [one, two] = ["| R1 | Disk is full | Ana |", "| R7 | The vendor closes | Bo |"];
  const rows = await allVoted([ROWS(one), ROWS(two)], { variant: 0, instead: "all" });
  expect(await readArtifact(rows)).toBe(ROWS(one, two));
  expect(rows.outcome!.result["points"]).toMatchObject([{ choice: "all of them" }]);
  expect(await artifact(rows, "adversarial/merge-summary.md")).toContain(
    "- #1 “Risks” adds what Variant B says (C-001): both help",
  );

  const prose = await voted({ content: { variant: 0, instead: "all" } });
  expect(await readArtifact(prose)).toContain(
    "in one region.\n\nThe cache holds entries of every shop in two regions.\n",
  );
});

test("A33b K7 pieces may be quoted with other marks and other white space than they have", async () => {
  const pieces = [{ variant: 2, quote: "The  cache holds\nentries of every shop in two regions." }];
  const held = await voted({ content: { variant: 0, instead: "combine", pieces } });

  expect(await readArtifact(held)).toContain("every shop in two regions.");
});

test("A22 K5 an advocate votes the same as another by the id of that vote, and that vote is the cause", async () => {
  const pieces = [{ variant: 2, quote: "The cache holds entries of every shop in two regions." }];
  const held = await holdMerge(
    {
      "statements/advocate-1": (promptInput: MergeStateInput) =>
        states(promptInput, {
          winners: promptInput.voted.map((point) =>
            point.startsWith("U")
              ? { point, variant: 0, instead: "leave" as const, because: "it is not needed" }
              : { point, variant: 0, instead: "combine" as const, pieces, because: "two is right" },
          ),
        }),
      "rebuttals/advocate-2": ({ criticisms, statements, voted: points }: MergeRebutInput) => {
        const claims = statements.flatMap((one) => one.claims);
        const changes = points.map((point) => ({
          point,
          variant: 0,
          same_as: claims.find((one) => one.about === point && one.by === "advocate-1")?.id,
          because: "that is how it should read",
          causes: [],
          evidence: [],
        }));
        return rebuts({ criticisms, own: 2 } as MergeRebutInput, { changes });
      },
    },
    { brief: draftsBrief([A, B]), plan: { settings: { base: 1, comments: false } } },
  );

  expect(held.asked).not.toContain("rebuttals/advocate-2#2");
  expect(held.outcome!.changes.map(({ standing }) => standing)).toEqual(["explained", "explained"]);
  expect(held.outcome!.result["points"]).toMatchObject([
    { choice: "combined" },
    { choice: "left out" },
  ]);
  expect(await readArtifact(held)).toContain("every shop in two regions.");
});

test("A22 K3 the same vote as one that nobody gave is not a vote", async () => {
  const held = await voted({ content: { variant: 0, same_as: "advocate-2-3" } });

  expect(held.asked).toContain("statements/advocate-1#2");
});
