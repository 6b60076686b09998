import { expect, test } from "vitest";

import type { MergeChange } from "./change-plan.ts";
import { describeRenames, renameIds } from "./renamed-ids.ts";

const change = {
  from: 2,
  renames: [
    { id: "R4", as: "R8" },
    { id: "D1.2", as: "D1.5" },
  ],
} as unknown as MergeChange;

test("A38 an id gets its new number wherever the taken words name it, and no other word does", () => {
  const said = (text: string, variant: number | null) => ({
    text,
    from: variant === null ? null : { variant, section: 1, at: { start: 0, end: 1 } },
  });
  const [own, base, glue] = renameIds(
    [said("| R4 | See R41, R4, XR4, D1.2.3 and D1.2. |", 2), said("R4", 1), said("R4", null)],
    change,
  );

  expect(own?.text).toBe("| R8 | See R41, R8, XR4, D1.2.3 and D1.5. |");
  expect([base?.text, glue?.text]).toEqual(["R4", "R4"]);
  expect(describeRenames(change)[0]).toBe("R4 is R8 here, because the base has another R4");
});
