/** A37, A48: the four stops, what each answer changes, and where it is kept. */
import { describe, expect, test } from "vitest";

import { DRAFT_A, draftsBrief } from "../../../../test/support/documents/drafts.ts";
import { verified } from "../../../../test/support/journals/forge-journal.ts";
import {
  answered,
  artifact,
  artifactNames,
  type Held,
} from "../../../../test/support/protocols/debate.ts";
import {
  holdMerge,
  type Panel,
  collectMergeRequests,
  states,
} from "../../../../test/support/protocols/merge.ts";
import type { EscalationRaised } from "../../../domain/journal/event.ts";
import { joinPromptText } from "../../../kernel/prompt-digest.ts";
import type { MergeStateInput } from "../prompts/prompt-input.ts";

const INTERACTIVE = { plan: { settings: { interactive: true } } };
const allForB: Panel = {
  "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => 2 }),
};

function waiting({ events, holding: result }: Held): EscalationRaised {
  expect(result.status).toBe("waiting");
  const raised = events.findLast(({ fact }) => fact.type === "escalation-raised")?.fact;
  if (raised?.type !== "escalation-raised") throw new Error("nothing was asked");
  return raised;
}

const choices = (held: Held): string[] => waiting(held).choices.map(({ id }) => id);

/** Answers the stops in order. */
async function through(held: Held, given: readonly string[]): Promise<Held> {
  let now = held;
  for (const choice of given) now = await answered(now, choice);
  return now;
}

describe("interactive stops", () => {
  test("A48 there are four, in the order of the steps, and then it ends", async () => {
    const keys: string[] = [];
    let held = await holdMerge(allForB, INTERACTIVE);
    for (const choice of ["all", "accept", "variant-1", "approve"]) {
      keys.push(waiting(held).key);
      held = await answered(held, choice);
    }

    expect(keys.slice(0, 3)).toEqual(["after-diff", "after-debate", "after-base"]);
    expect(held.holding.status).toBe("settled");
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("A37 without interactive nobody is asked anything", async () => {
    const held = await holdMerge(allForB);

    expect(held.events.some(({ fact }) => fact.type === "escalation-raised")).toBe(false);
    expect(await artifact(held, "adversarial/refactor-plan.md")).toContain("Auto-approved.");
  });

  test("A48 identical variants leave nothing to decide", async () => {
    const held = await holdMerge({}, { ...INTERACTIVE, brief: draftsBrief([DRAFT_A, DRAFT_A]) });

    expect(held.outcome?.label).toBe("MERGED");
  });

  test("A48 after the differences: several points get priority, in the prompts and on the page", async () => {
    const held = await holdMerge(allForB, INTERACTIVE);
    const { many, choices: offered } = waiting(held);
    const [first, second] = offered.slice(1).map(({ id }) => id);
    expect(many).toBe(true);

    const after = await answered(held, `${first},${second}`, "They cost most.");
    const prompts = await collectMergeRequests(allForB, INTERACTIVE);
    expect([...prompts.keys()]).toEqual(["findings/analyst"]);
    const page = await artifact(after, "adversarial/diff-analysis.md");
    expect(page).toContain("They cost most.");
    expect(page).toContain(`${first}, ${second}`);
    const transcript = (await through(after, ["accept"])).events;
    expect(
      transcript.some(
        ({ fact }) =>
          fact.type === "artifact-published" && fact.name.endsWith("debate-transcript.md"),
      ),
    ).toBe(true);
  });

  test("A48 the priority reaches every advocate", async () => {
    const seen: (readonly string[])[] = [];
    const held = await holdMerge(
      {
        "merge.state": (promptInput: MergeStateInput) => {
          seen.push(promptInput.priority);
          return states(promptInput, { vote: () => 2 });
        },
      },
      INTERACTIVE,
    );
    const [, first = ""] = choices(held);
    await answered(held, first);

    expect(seen).toEqual([[first], [first]]);
  });

  test("A48 after the debate: a person may accept what did not converge", async () => {
    const asked = await answered(await holdMerge({}, INTERACTIVE), "all");
    expect(waiting(asked).question).toContain("0 of");
    const accepted = await through(asked, ["accept", "variant-1"]);
    const refused = await through(await answered(await holdMerge({}, INTERACTIVE), "all"), [
      "go-by-score",
      "variant-1",
    ]);

    for (const [one, label] of [
      [accepted, "MERGED"],
      [refused, "PARTIAL"],
    ] as const) {
      const end = one.holding.status === "waiting" ? await answered(one, "approve") : one;
      expect(end.outcome?.label).toBe(label);
      expect(end.outcome?.notes.join()).toContain("after-debate: ada decided");
    }
    const page = await artifact(accepted, "adversarial/debate-transcript.md");
    expect(page).toContain("Status: CONVERGED, as a person decided");
    expect(page).toContain("Because I read it.");
  });

  test("A48 a person may also refuse what converged", async () => {
    let held = await through(await holdMerge(allForB, INTERACTIVE), [
      "all",
      "go-by-score",
      "variant-2",
    ]);
    if (held.holding.status === "waiting") held = await answered(held, "approve");

    expect(held.outcome).toMatchObject({ label: "PARTIAL" });
    expect(held.outcome?.result["reasons"]).toEqual(["not_converged"]);
  });

  test("A48 after the scores: another base, recorded on the page of its step", async () => {
    let held = await through(await holdMerge(allForB, INTERACTIVE), ["all", "accept"]);
    expect(choices(held)).toEqual(["variant-1", "variant-2"]);
    held = await answered(held, "variant-1", "It is the one we know.");
    if (held.holding.status === "waiting") held = await answered(held, "approve");

    expect(held.outcome?.result).toMatchObject({ base_variant: 1, base_by: "person" });
    const page = await artifact(held, "adversarial/base-selection.md");
    expect(page).toContain("Variant A is the base instead of Variant B");
    expect(page).toContain("It is the one we know.");
  });

  test("A48 after the scores: a base that a person keeps is not recorded as a choice of theirs", async () => {
    const held = await through(await holdMerge(allForB, INTERACTIVE), [
      "all",
      "accept",
      "variant-2",
    ]);

    expect(held.outcome?.result).toMatchObject({ base_variant: 2, base_by: "points" });
    expect(await artifact(held, "adversarial/base-selection.md")).toContain(
      "Variant B stays the base",
    );
  });

  test("A37 A48 after the plan: changes that are struck out stay listed and are not made", async () => {
    const base = await through(await holdMerge(allForB, INTERACTIVE), [
      "all",
      "accept",
      "variant-1",
    ]);
    const offered = choices(base);
    expect(offered[0]).toBe("approve");
    expect(offered[1]).toBe("strike-1");
    expect(waiting(base).many).toBe(true);
    const strike = offered.slice(1).join(",");
    const all = await answered(base, strike, "Not this year.");

    // without any change the merged document is the base, byte for byte
    expect(await artifact(all, "merged.md")).toBe(DRAFT_A);
    const page = await artifact(all, "adversarial/refactor-plan.md");
    expect(page).toContain("### Change #1");
    expect(page).toContain("(not made)");
    expect(page).toContain("Not this year.");
    expect(all.outcome?.result["overrides"]).toHaveLength(4);
  });

  test("K13 a page is written after the stop of its step, so that it holds what was decided there", async () => {
    const held = await holdMerge(allForB, INTERACTIVE);

    expect(artifactNames(held)).not.toContain("adversarial/diff-analysis.md");
    expect(artifactNames(await answered(held, "all"))).toContain("adversarial/diff-analysis.md");
  });
});

describe("changes left out beforehand", () => {
  test("A37 `without` leaves single changes out; without all of them the output is the base", async () => {
    const options = (without: number[]) => ({ plan: { settings: { base: 1, without } } });
    const whole = await holdMerge(allForB, options([]));
    const changes = whole.outcome?.result["changes"] as { number: number; status: string }[];
    const none = await holdMerge(allForB, options(changes.map(({ number }) => number)));
    const some = await holdMerge(allForB, options([1]));

    expect(changes.length).toBeGreaterThan(1);
    expect(await artifact(none, "merged.md")).toBe(DRAFT_A);
    expect(none.outcome?.notes.join()).toContain("planned and not made: #1, #2");
    expect((some.outcome!.result["changes"] as { status: string }[])[0]?.status).not.toBe(
      "applied",
    );
    expect(await artifact(some, "adversarial/refactor-plan.md")).toContain(
      "Changes were left out on request.",
    );
  });

  test("prompts do not depend on them, so a fork without a change asks nobody anything", async () => {
    const held = await holdMerge(allForB, { plan: { settings: { base: 1 } } });
    const prompts = async (settings: object) => {
      const all = await collectMergeRequests(allForB, {
        plan: { settings: { base: 1, ...settings } },
      });
      return [...all].map(([key, { prompt }]) => `${key} ${joinPromptText(prompt)}`);
    };

    expect(await prompts({ without: [1] })).toEqual(await prompts({}));
    expect(held.outcome?.label).toBe("MERGED");
  });
});
