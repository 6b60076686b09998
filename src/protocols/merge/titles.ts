/** What people call the steps of `merge`. */

export const titles: Readonly<Record<string, string>> = {
  variants: "Variants",
  "variants-again": "Variants, asked again",
  findings: "Step 1, findings of the analyst",
  statements: "Step 2, statements, sealed",
  "statements-again": "Step 2, statements, asked again",
  rebuttals: "Step 2, rebuttals",
  finals: "Step 2, final arguments",
  forward: "Step 3, criteria in input order",
  reverse: "Step 3, criteria in reversed order",
  "re-evaluation": "Step 3, disputed criteria",
};
