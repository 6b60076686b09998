/** refactor-plan.md says of every change where it comes from and where it goes. */
import { expect, test } from "vitest";

import { artifact } from "../../../../test/support/protocols/debate.ts";
import { holdMerge, states } from "../../../../test/support/protocols/merge.ts";
import type { MergeStateInput } from "../prompts/prompt-input.ts";

/** Source and target of every change, by the kind of change. */
function placesIn(page: string): string[] {
  const changes = page.matchAll(
    /^### Change #\d+: \S+, (\w+)\n\n(?:- .*\n)*?- Source: (.*)\n- Target: (.*)$/gm,
  );
  return [...changes].map(
    ([, integration, source, target]) => `${integration}: ${source} > ${target}`,
  );
}

test("A34 a change names its section and lines in the source and in the base", async () => {
  const allForB = {
    "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => 2 }),
  };
  const held = await holdMerge(allForB, { plan: { settings: { base: 1 } } });

  expect(placesIn(await artifact(held, "adversarial/refactor-plan.md"))).toEqual([
    "replace: Variant B (draft-b.md), section 2 “Storage”, lines 13 > section 1 “Storage” of the base, lines 9 give way",
    "replace: Variant B (draft-b.md), section 2 “Storage”, lines 11 > section 1 “Storage” of the base, lines 7 give way",
    "replace: Variant B (draft-b.md), section 1 “Delivery”, lines 7 > section 2 “Delivery” of the base, lines 13 give way",
    "replace: left out, nothing takes its place > section 3 “Rollout” of the base, lines 15 to 17 give way",
    "insert: Variant B (draft-b.md), section 3 “Monitoring”, lines 15 to 17 > section 1 “Storage” of the base, after line 9",
    "restructure: Variant B (draft-b.md), the part before the first heading > the sections of the base in this order: section 2 “Delivery”, section 3 “Rollout”, section 1 “Storage”",
  ]);
});
