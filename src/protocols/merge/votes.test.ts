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

test("A33b K21 a fold names its section by a path, and a name that fits several is asked for again", async () => {
  const draft = (...risks: string[]): string =>
    ["M1: Build", "M2: Open"]
      .map((title, at) => `## ${title}\n\n### Risks\n\n${risks[at]}\n`)
      .join("\n");
  const drafts = [draft("None.", "Some."), `${draft("None.", "Some.")}\n## More\n\nDoors jam.\n`];
  const fold = (section: string): Promise<Held> =>
    allVoted(drafts as [string, string], { variant: 0, instead: "fold", section });

  const held = await fold("M2: Open > Risks");
  expect(await readArtifact(held)).toContain("Some.\n\n#### More\n\nDoors jam.\n");
  expect(held.asked).not.toContain("statements/advocate-1#2");

  const unsure = await fold("Risks");
  expect(unsure.asked).toContain("statements/advocate-1#2");
  expect(unsure.outcome!.notes.join("\n")).toContain(
    'several sections are called "Risks"; name one of "M1: Build > Risks", "M2: Open > Risks"',
  );
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
    "- #1 “Risks”: adds what Variant B says (C-001): both help",
  );

  const prose = await voted({ content: { variant: 0, instead: "all" } });
  expect(await readArtifact(prose)).toContain(
    "in one region.\n\nThe cache holds entries of every shop in two regions.\n",
  );
});

/** A merge in which both advocates agree on these words. */
async function combined(
  drafts: readonly [string, string],
  pieces: readonly { readonly variant: number; readonly quote: string }[],
): Promise<Held> {
  return allVoted(drafts, { variant: 0, instead: "combine", pieces });
}

test("A33b K21 of a table only the agreed rows stay, in the agreed order, and the summary says it once", async () => {
  const [disk, rent, staff] = ["R1 | Disk is full", "R2 | Rent goes up", "R3 | Staff is ill"].map(
    (row) => `| ${row} | Ana |`,
  ) as [string, string, string];
  const [vendor, flood] = ["| R7 | The vendor closes | Bo |", "| R8 | The cellar floods | Bo |"];
  const held = await combined(
    [ROWS(disk, rent, staff), ROWS(vendor, flood)],
    [
      { variant: 2, quote: flood },
      { variant: 1, quote: disk },
      { variant: 2, quote: vendor },
      { variant: 1, quote: staff },
    ],
  );

  expect(await readArtifact(held)).toBe(ROWS(flood, disk, vendor, staff));
  const summary = await artifact(held, "adversarial/merge-summary.md");
  expect(summary).toContain("- #1, #2 “Risks”: puts Variant B's words with the base's (C-001)");
  expect(summary).toContain("All checks passed.");
});

test("A33b K21 of a row only the agreed words stay", async () => {
  const held = await combined(
    [
      ROWS("| R1 | Disk is full. It is old. Nobody looks. | Ana |"),
      ROWS("| R2 | The vendor closes. | Bo |"),
    ],
    [
      { variant: 1, quote: "| R1 | Disk is full." },
      { variant: 1, quote: "Nobody looks." },
      { variant: 2, quote: "| R2 | The vendor closes. | Bo |" },
    ],
  );

  expect(await readArtifact(held)).toBe(
    ROWS("| R1 | Disk is full. Nobody looks. | Ana |", "| R2 | The vendor closes. | Bo |"),
  );
});

test("A46 the summary names ids that went and are still named, and why something is left for a person", async () => {
  const [disk, rent] = ["| R1 | Disk is full | Ana |", "| R2 | Rent goes up | Ana |"];
  const words = "\n## Notes\n\nLook at R1 first.\n";
  const held = await combined(
    [ROWS(disk, rent) + words, ROWS("| R7 | The vendor closes | Bo |") + words],
    [
      { variant: 1, quote: rent },
      { variant: 2, quote: "| R7 | The vendor closes | Bo |" },
    ],
  );

  expect(await artifact(held, "adversarial/merge-summary.md")).toContain(
    "- Change #1 replaced what the base calls R1, which line 12 still names",
  );
});

test.each([
  ["a cell", "| R1 | Disk is full.", "Bo |"],
  ["several cells", "| R1 | Disk is full.", "The vendor closes. | Bo |"],
  ["words of a cell", "| R1 | Disk is full.", "The vendor"],
  ["words, and nothing of the base", null, "The vendor"],
])(
  "A33b K21 %s of one row never comes into another: it is left for a person",
  async (_, own, piece) => {
    const base = ROWS("| R1 | Disk is full. Nobody looks. | Ana |");
    const held = await combined(
      [base, ROWS("| R1 | The vendor closes. | Bo |")],
      [...(own === null ? [] : [{ variant: 1, quote: own }]), { variant: 2, quote: piece }],
    );

    expect(await readArtifact(held)).toBe(base);
    expect(held.outcome!.result["reasons"]).toEqual(["by_hand: C-001"]);
    expect(await artifact(held, "adversarial/merge-summary.md")).toContain(
      "C-001 was agreed on and has to be put in by hand: Risks: ",
    );
  },
);

test("A33b K21 words of another draft come first in a paragraph, too", async () => {
  const text = (words: string): string => `# Plan\n\n## Cache\n\n${words}\n`;
  const held = await combined(
    [text("`It` holds pages. It is small."), text("Pages load fast. It is big.")],
    [
      { variant: 2, quote: "Pages load fast." },
      { variant: 1, quote: "`It` holds pages." },
    ],
  );

  expect(await readArtifact(held)).toBe(text("Pages load fast. `It` holds pages."));
});

test("A38 K21 items that come behind a table count from 1, and the break before the next section stays", async () => {
  const [disk, staff] = ["| R1 | Disk is full | Ana |", "| R2 | Staff is ill | Ana |"];
  const end = "\n---\n\n## End\n\nNothing else.\n";
  const items = ["1. Buy disks.", "2. Hire staff.", "3. Move out.", "4. Come back."];
  const list = (...own: readonly string[]): string => `# Plan\n\n## Risks\n\n${own.join("\n")}\n`;
  const held = await combined(
    [ROWS(disk, staff) + end, `${list(...items)}\n## End\n\nNothing else.\n`],
    [
      { variant: 1, quote: `${disk}\n${staff}` },
      { variant: 2, quote: "Move out." },
      { variant: 2, quote: "Come back." },
    ],
  );

  expect(await readArtifact(held)).toBe(
    `${ROWS(disk, staff)}\n1. Move out.\n2. Come back.\n${end}`,
  );
});

test("A33b K21 sentences of two drafts make one paragraph; a paragraph beside items becomes one", async () => {
  const text = (words: string): string => `# Plan\n\n## Cache\n\n${words}\n`;
  const prose = await combined(
    [text("It holds pages. It is small and slow."), text("It holds images of every shop.")],
    [
      { variant: 1, quote: "It holds pages." },
      { variant: 2, quote: "images of every shop" },
    ],
  );
  expect(await readArtifact(prose)).toBe(text("It holds pages. images of every shop"));

  const items = await combined(
    [text("- **M1**: pages are kept\n- **M2**: images are kept"), text("**M3**: sounds are lost")],
    [
      { variant: 1, quote: "**M1**: pages are kept" },
      { variant: 2, quote: "**M3**: sounds are lost" },
    ],
  );
  expect(await readArtifact(items)).toBe(
    text("- **M1**: pages are kept\n- **M3**: sounds are lost"),
  );
});

test("A46 the summary names the checks that failed, and what came under another number", async () => {
  const ours = "The cache holds entries of every shop in two regions.";
  const linked = B.replace(ours, `${ours} See [alerts](#alerts).`);
  const held = await holdMerge(
    {
      "merge.state": (promptInput: MergeStateInput) =>
        states(promptInput, {
          winners: promptInput.voted.map((point) => ({
            point,
            because: "it reads better that way",
            ...(point.startsWith("U") ? { variant: 0, instead: "leave" as const } : { variant: 2 }),
          })),
        }),
    },
    { brief: draftsBrief([A, linked]), plan: { settings: { base: 1, comments: false } } },
  );
  expect(await artifact(held, "adversarial/merge-summary.md")).toContain(
    "It did not pass the check “Internal references”.",
  );

  const [disk, vendor] = ["| R1 | Disk is full | Ana |", "| R1 | The vendor closes | Bo |"];
  const rows = await allVoted([ROWS(disk), ROWS(vendor)], { variant: 0, instead: "all" });
  expect(await artifact(rows, "adversarial/merge-summary.md")).toContain(
    "Taken under free numbers: R1 as R2; look at what lists or counts them",
  );
});

test("A33b K21 a paragraph with its list comes as one passage", async () => {
  const text = (words: string): string => `# Plan\n\n## Cache\n\n${words}\n`;
  const list = "It adds two things:\n\n1) pages of every shop,\n2) images of every page.";
  const held = await combined(
    [text("It holds pages.\n\nIt is small and slow."), text(`It is new.\n\n${list}`)],
    [
      { variant: 1, quote: "It holds pages." },
      { variant: 2, quote: list },
    ],
  );

  expect(await readArtifact(held)).toBe(text(`It holds pages.\n\n${list}`));
  expect(held.outcome!.result["changes"]).toHaveLength(1);
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
