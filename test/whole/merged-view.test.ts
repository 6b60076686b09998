import { describe, expect, test } from "vitest";

import type { DebateRecord } from "../../src/domain/journal/record.ts";
import { offline } from "../../src/models/offline.ts";
import type {
  MergeRebutInput,
  MergeStateInput,
} from "../../src/protocols/merge/prompts/prompt-input.ts";
import type { MergedView } from "../../src/protocols/merge/view/merged-view-shape.ts";
import { buildMergedView } from "../../src/protocols/merge/view/merged-view.ts";
import {
  draftsBrief,
  DRAFT_A,
  DRAFT_B,
  DRAFT_C,
  AGENTS,
  writtenBrief,
} from "../support/documents/drafts.ts";
import { answered, artifact, type Held, type HoldingOptions } from "../support/protocols/debate.ts";
import { holdJudges } from "../support/protocols/judges.ts";
import { holdMerge, type Panel, rebuts, states } from "../support/protocols/merge.ts";
import { playAtRandom } from "../support/protocols/random-merge.ts";

const allFor = (variant: number): Panel => ({
  "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => variant }),
});

async function readRecord({ app, id }: Held): Promise<DebateRecord> {
  return app.read(id);
}

async function buildView(held: Held): Promise<MergedView> {
  const view = await buildMergedView(await readRecord(held));
  if (!view) throw new Error("there is no view");
  return view;
}

const joined = ({ pieces }: MergedView): string => pieces.map(({ text }) => text).join("");

/** What nobody wrote: white space, marks of items, and comments of the merge's own. */
const NOBODYS = /^(?:\ufeff|\s|[-+*]\s|\d{1,9}[.)]\s|<!-- [^\n]* -->)*$/;

function checkExact(view: MergedView, text: string, at = ""): void {
  expect(joined(view), at).toBe(text);
  const counted = new Map<number, number>();
  for (const { text: words, sources } of view.pieces) {
    let behind = 0;
    for (const {
      variant,
      at: [start, end],
    } of sources) {
      expect(start, at).toBeGreaterThanOrEqual(behind);
      expect(end, at).toBeGreaterThan(start);
      expect(end, at).toBeLessThanOrEqual(words.length);
      expect(words.slice(behind, start), at).toMatch(NOBODYS);
      counted.set(variant, (counted.get(variant) ?? 0) + end - start);
      behind = end;
    }
    expect(words.slice(behind), at).toMatch(NOBODYS);
  }
  for (const { variant, characters } of view.variants) {
    expect(characters, `${at} ${variant}`).toBe(counted.get(variant) ?? 0);
  }
}

async function checked(held: Held): Promise<MergedView> {
  const view = await buildView(held);
  expect(view).toMatchObject({ stage: "merged", traced: true });
  checkExact(view, await artifact(held, view.name ?? ""));
  return view;
}

const standard = (changes: HoldingOptions = {}): HoldingOptions => ({
  ...changes,
  plan: { settings: { base: 1, ...(changes.plan?.settings as object) } },
});

describe("the document of a merge", () => {
  test("its pieces are the document byte for byte, each with whose words it holds", async () => {
    const held = await holdMerge(allFor(2), standard());
    const view = await checked(held);

    const text = await artifact(held, "merged.md");
    const moved = view.pieces.filter(({ sources }) =>
      sources.some(({ change }) => change !== null),
    );
    expect(moved.length).toBeGreaterThan(0);
    for (const { text: words, sources } of moved) {
      for (const { at, variant } of sources) {
        expect(variant === 2 ? DRAFT_B : DRAFT_A).toContain(words.slice(...at));
      }
    }
    const monitoring = view.pieces.find(({ text: words }) => words.startsWith("## Monitoring"));
    expect(monitoring?.sources).toMatchObject([
      { variant: 2, place: "Section 3", lines: [15, 15] },
    ]);
    expect(text.split("\n")[(monitoring?.line ?? 0) - 1]).toBe("## Monitoring");
  });

  test("without the comments it is the document of a merge without comments", async () => {
    const view = await checked(await holdMerge(allFor(2), standard()));
    const bare = await holdMerge(allFor(2), standard({ plan: { settings: { comments: false } } }));

    const words = view.pieces.filter(({ sources }) => sources.length > 0);
    expect(words.map(({ text }) => text).join("")).toBe(await artifact(bare, "merged.md"));
  });

  test("items of a list from several places are pieces of their own, a table stays whole", async () => {
    const draft = (limit: string, kept: string): string =>
      `# Rules\n\n## Limits\n\n- Uploads hold one file.\n- Exports are kept for ${limit} days.\n- Names are unique.\n\n## Times\n\n| What | Days |\n| --- | --- |\n| logs | 7 |\n| backups | ${kept} |\n| mails | 2 |\n`;
    const brief = draftsBrief([draft("20", "30"), draft("50", "90")]);
    const reported = {
      category: "contradiction",
      severity: "High",
      summary: "Backups are kept for another time.",
      topic: "backups",
      sides: [
        { variant: 1, quote: "| backups | 30 |" },
        { variant: 2, quote: "| backups | 90 |" },
      ],
    };
    const panel: Panel = {
      "merge.find": () => ({ findings: [reported] }),
      "merge.state": (promptInput: MergeStateInput) =>
        states(promptInput, { vote: (point) => (point.startsWith("X") ? 2 : 1) }),
    };
    const view = await checked(await holdMerge(panel, standard({ brief })));

    const items = view.pieces.filter(({ kind }) => kind === "list");
    expect(items.map(({ text, sources }) => [text.trim(), sources[0]?.variant])).toEqual([
      ["- Uploads hold one file.", 1],
      ["- Exports are kept for 50 days.", 2],
      ["- Names are unique.", 1],
    ]);
    const [table, ...more] = view.pieces.filter(({ kind }) => kind === "table");
    expect(more).toEqual([]);
    expect(table?.sources.map(({ variant }) => variant)).toEqual([1, 2, 1]);
  });

  test("plain text is cut into paragraphs", async () => {
    const texts = [
      "Exports are kept for 30 days.\n\nThe file is encrypted at rest.\n",
      "Exports are kept for 90 days.\n\nThe file is encrypted at rest.\n\nAn alert fires after 26 hours.\n",
    ];
    const brief = draftsBrief(texts, { names: ["a.txt", "b.txt"] });
    const options = standard({ brief, plan: { settings: { output: "merged.txt" } } });
    const view = await checked(await holdMerge(allFor(2), options));

    expect(view).toMatchObject({ format: "text", name: "merged.txt" });
    expect(joined(view)).toContain("90 days");
    expect(view.pieces.filter(({ sources }) => sources.length > 0).length).toBeGreaterThan(1);
  });

  test("a blind merge names its variants by letter only", async () => {
    const options = standard({ plan: { settings: { blind: true } } });
    const view = await checked(await holdMerge(allFor(2), options));

    expect(view.variants.map(({ label, name }) => [label, name])).toEqual([
      ["A", ""],
      ["B", ""],
    ]);
    expect(JSON.stringify(view)).not.toContain("draft-b");
  });

  test("ten variants each have their share, and it adds up", async () => {
    const texts = Array.from(
      { length: 10 },
      (_, index) =>
        `# Service\n\nIt exports orders.\n\n## ${"ABCDEFGHIJ"[index]}lpha\n\n${Array.from({ length: 12 }, (__, at) => `${"abcdefghij"[index]}word${at}`).join(" ")}.\n`,
    );
    const brief = draftsBrief(texts);
    const take: Panel = {
      "merge.state": (promptInput: MergeStateInput) =>
        states(promptInput, {
          winners: promptInput.voted.map((point) => ({
            point,
            variant: 0,
            instead: point.startsWith("U") ? "take" : "cannot-tell",
            because: "each part stands for itself",
          })),
        }),
    };
    const view = await checked(await holdMerge(take, { brief }));

    expect(view.variants).toHaveLength(10);
    const sharing = view.variants.filter(({ characters }) => characters > 0);
    expect(sharing.length).toBeGreaterThan(5);
  });

  test("drafts that are the same come back as the first of them", async () => {
    const view = await checked(await holdMerge({}, { brief: draftsBrief([DRAFT_A, DRAFT_A]) }));

    expect(joined(view)).toBe(DRAFT_A);
    expect(view).toMatchObject({ changes: [], scores: [], convergence: null, base: 1 });
    expect(view.variants.map(({ characters }) => characters > 0)).toEqual([true, false]);
  });

  test("drafts that were written know the turn that wrote them", async () => {
    const held = await holdMerge(allFor(2), {
      brief: writtenBrief(),
      plan: { settings: { generate: "design", agents: [...AGENTS] } },
    });

    expect((await checked(held)).variants.map(({ writtenIn }) => writtenIn)).toEqual([
      "variants/author-1",
      "variants/author-2",
      "variants/author-3",
    ]);
  });

  test("whatever happens in a merge, what is shown of it is exact", async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { held, label } = await playAtRandom(seed);
      const view = await buildView(held);
      expect(view.traced, `seed ${seed}`).toBe(true);
      if (label === "ABORTED") expect(view.pieces, `seed ${seed}`).toEqual([]);
      else checkExact(view, await artifact(held, view.name ?? ""), `seed ${seed}`);
    }
  });
});

describe("changes and points", () => {
  test("every change leads to its point, its votes and the turns it was argued in", async () => {
    const panel: Panel = {
      "statements/advocate-1": (promptInput: MergeStateInput) =>
        states(promptInput, { vote: () => 1 }),
      "statements/advocate-2": (promptInput: MergeStateInput) =>
        states(promptInput, { vote: () => 2 }),
      "rebuttals/advocate-1": (promptInput: MergeRebutInput) =>
        rebuts(promptInput, {
          concessions: promptInput.voted.map((point) => ({
            point,
            variant: 2,
            text: `We assumed an unlocked device on ${point}.`,
          })),
        }),
    };
    const held = await holdMerge(panel, standard());
    const view = await checked(held);

    const voted = view.changes.filter(({ point }) => !point.startsWith("U"));
    expect(voted.length).toBeGreaterThan(0);
    for (const { point, number, variant, before, after, title, integration } of voted) {
      const found = view.points.find(({ id }) => id === point);
      expect(found).toMatchObject({
        change: number,
        kept: null,
        votes: { "advocate-1": 2, "advocate-2": 2 },
        winner: variant,
        agreed: true,
        agreement: "unanimous",
        confidence: 100,
        concededBy: ["advocate-1"],
        turns: ["statements/advocate-1", "statements/advocate-2", "rebuttals/advocate-1"],
      });
      expect(found?.cast.at(-1)).toMatchObject({
        by: "advocate-1",
        conceded: true,
        because: `We assumed an unlocked device on ${point}.`,
        key: "rebuttals/advocate-1",
      });
      expect(title).not.toBe("");
      if (integration === "restructure") continue;
      expect(DRAFT_A).toContain(before);
      expect(joined(view)).toContain(after);
    }
    for (const { id, change, kept } of view.points) {
      expect(change === null, id).toBe(kept !== null);
    }
  });

  test("points, changes, scores and checks are those of the result", async () => {
    const held = await holdMerge(
      {},
      { brief: draftsBrief([DRAFT_A, DRAFT_B, DRAFT_C]), model: offline() },
    );
    const view = await checked(held);
    const result = held.outcome?.result as Record<string, Record<string, unknown>[]>;

    expect(
      view.points
        .filter(({ voted }) => voted)
        .map(({ id, winner, confidence, agreement }) => ({
          point: id,
          winner,
          confidence,
          agreement,
        })),
    ).toEqual(
      result["points"]?.map(({ point, winner, confidence, agreement }) => ({
        point,
        winner,
        confidence,
        agreement,
      })),
    );
    expect(
      view.changes.map(({ number, point, variant, integration, risk, status }) => ({
        number,
        point,
        from: variant,
        integration,
        risk,
        status,
      })),
    ).toEqual(result["changes"]);
    expect(view.scores.map(({ variant, total, pointsWon }) => [variant, total, pointsWon])).toEqual(
      result["scores"]?.map(({ variant, score, points_won }) => [
        variant,
        Number(score).toFixed(4),
        points_won,
      ]),
    );
    expect(view.checks.map(({ holds, problems }) => ({ holds, problems }))).toEqual(
      result["checks"]?.map(({ passed, problems }) => ({ holds: passed, problems })),
    );
    for (const { parts } of view.scores)
      expect(parts.map(({ counted }) => counted)).not.toContain("");
  });

  test("what was left out is quoted with its reason", async () => {
    const view = await checked(await holdMerge(allFor(1), standard()));

    const storage = view.leftOut.find(({ words }) => words.includes("objects in S3"));
    expect(storage).toMatchObject({ variant: 2, title: "Storage" });
    expect(storage?.why).toMatch(/the base's own is the better one/);
  });
});

describe("a merge with changes taken back", () => {
  async function without(held: Held, changes: readonly number[]): Promise<Held> {
    const { app } = held;
    const id = await app.fork(await readRecord(held), {
      keep: "answers",
      settings: { without: changes },
      by: "ada",
    });
    const runResult = await app.run({ debate: id });
    const { events } = await app.read(id);
    return { ...held, id, holding: runResult, events };
  }

  test("the change is still listed, and its words are not in the document", async () => {
    const whole = await holdMerge(allFor(2), standard());
    const { changes } = await buildView(whole);
    const taken = changes.find(({ after }) => after.includes("objects in S3"));
    const view = await checked(await without(whole, [taken?.number ?? 0]));

    expect(view.changes.map(({ number }) => number)).toEqual(changes.map(({ number }) => number));
    expect(view.changes.find(({ number }) => number === taken?.number)).toMatchObject({
      status: "struck",
      before: taken?.before,
      after: taken?.after,
    });
    expect(joined(view)).not.toContain("objects in S3");
    expect(view.pieces.flatMap(({ sources }) => sources.map(({ change }) => change))).not.toContain(
      taken?.number,
    );
  });

  test("without any change it is the base, and all of it is the base's", async () => {
    const whole = await holdMerge(allFor(2), standard());
    const { changes } = await buildView(whole);
    const view = await checked(
      await without(
        whole,
        changes.map(({ number }) => number),
      ),
    );

    expect(joined(view)).toBe(DRAFT_A);
    expect(view.variants[1]?.characters).toBe(0);
  });
});

describe("while it runs", () => {
  test("every beginning of a journal gives a view of what is known by then", async () => {
    const held = await holdMerge(
      {},
      { brief: draftsBrief([DRAFT_A, DRAFT_B, DRAFT_C]), model: offline() },
    );
    const record = await readRecord(held);
    const order = [
      "none",
      "gathered",
      "compared",
      "debating",
      "debated",
      "based",
      "planned",
      "merged",
    ];
    const stages: number[] = [];
    for (let count = 1; count <= record.events.length; count++) {
      const events = record.events.slice(0, count);
      const view = await buildMergedView({ ...record, events });
      expect(view?.traced ?? true, `${count}`).toBe(true);
      stages.push(order.indexOf(view?.stage ?? "none"));
    }

    expect(stages).toEqual(stages.toSorted((a, b) => a - b));
    expect(new Set(stages).size).toBeGreaterThanOrEqual(6);
  });

  test("at a stop it shows what a person is asked about, and guesses no answer", async () => {
    let held = await holdMerge(allFor(2), { plan: { settings: { interactive: true } } });
    const compared = await buildView(held);
    expect(compared).toMatchObject({ stage: "compared", overrides: [] });
    // A0: the page shows which sections were paired
    expect(compared.alignment.map(({ titles }) => titles)).toContainEqual(["Storage", "Storage"]);
    held = await answered(held, "all");
    expect(await buildView(held)).toMatchObject({
      stage: "debated",
      convergence: { reached: true, overruled: false },
      overrides: [{ stop: "after-diff", by: "ada" }],
    });
    held = await answered(held, "go-by-score");
    expect(await buildView(held)).toMatchObject({
      stage: "based",
      convergence: { overruled: true },
    });
    held = await answered(held, "variant-1", "The first is shorter.");
    const planned = await buildView(held);
    expect(planned).toMatchObject({ stage: "planned", base: 1, pieces: [], valid: null });
    expect(planned.changes.every(({ status }) => status === "planned")).toBe(true);
    // what is left out has nothing in its place
    expect(planned.changes.some(({ after }) => after !== "")).toBe(true);
    held = await answered(held, "strike-1");
    const [struck] = (await checked(held)).changes;
    expect(struck?.status).toBe("struck");
  });
});

describe("a record that says otherwise", () => {
  test("only what was published is shown where it cannot be worked out again", async () => {
    const held = await holdMerge(allFor(2), standard());
    const whole = await buildView(held);
    const record = await readRecord(held);
    const events = record.events.map((event) =>
      event.fact.type === "artifact-published" && event.fact.name === "adversarial/refactor-plan.md"
        ? { ...event, fact: { ...event.fact, sha256: "0".repeat(64) } }
        : event,
    );
    const view = await buildMergedView({ ...record, events });

    expect(view?.traced).toBe(false);
    expect(view && joined(view)).toBe(joined(whole));
    expect(view?.pieces).toEqual(whole.pieces);
    expect(view?.changes.map(({ number, status }) => [number, status])).toEqual(
      whole.changes.map(({ number, status }) => [number, status]),
    );
    expect(view?.points.every(({ votes }) => Object.keys(votes).length === 0)).toBe(true);
  });

  test("words that are not the published ones are not shown", async () => {
    const record = await readRecord(await holdMerge(allFor(2), standard()));
    const merged = record.events.find(
      ({ fact }) => fact.type === "artifact-published" && fact.name === "merged.md",
    );
    const digest = merged?.fact.type === "artifact-published" ? merged.fact.sha256 : "";
    const text: DebateRecord["text"] = async (sha256) =>
      sha256 === digest ? "# Something else\n" : record.text(sha256);

    expect((await buildMergedView({ ...record, text }))?.pieces).toEqual([]);
  });

  test("a journal with nonsense in it is no document, and no error", async () => {
    const record = await readRecord(await holdMerge(allFor(2), standard()));
    const events = record.events
      .slice(0, 14)
      .map((event) =>
        event.fact.type === "reply-recorded"
          ? { ...event, fact: { ...event.fact, reply: { winners: { because: [] } } } }
          : event,
      );

    expect(await buildMergedView({ ...record, events })).toBeNull();
  });

  test("other protocols have none", async () => {
    const { app, id } = await holdJudges({});

    expect(await buildMergedView(await app.read(id))).toBeNull();
  });
});
