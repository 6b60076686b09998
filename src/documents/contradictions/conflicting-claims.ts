/** Different figures or dates for one thing, and limits that a requirement exceeds. */
import type { KeyedClaim, KeyedValue } from "../claims/claim-keys.ts";
import { type ClauseStance, excludesStance, isNormativeStance } from "../claims/clause-stance.ts";
import type { LocatedStatement } from "../claims/document-statements.ts";
import { type ExclusiveStatement, isExclusivePair } from "../claims/exclusive-statements.ts";
import type { StatedNeed } from "../claims/stated-needs.ts";
import { isConflictingValue } from "../claims/stated-values.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type ClashScan, findClashes } from "./find-clashes.ts";
import {
  type FoundContradiction,
  createFoundContradiction,
  formatOpposedSides,
} from "./found-contradiction.ts";

export async function findConflictingValues(
  claims: readonly LocatedStatement<KeyedClaim>[],
  scan: ClashScan,
): Promise<FoundContradiction[]> {
  const clashes = await findClashes(await collectClaimFigures(claims, scan.breathe), {
    getKey: ({ value }) => value.key,
    clash: (a, b) => isConflictingValue(a.value, b.value) && !areMereCounts(a, b),
    ...scan,
  });
  return clashes.map((sides) => {
    const [first, second] = [sides[0].said, sides[1].said];
    const { about } = first.claim;
    return createFoundContradiction(sides, {
      kind: findConflictKind(first.value, second.value),
      severity: isFirmRequirement(first) && isFirmRequirement(second) ? "High" : "Medium",
      topic: about,
      summary: `${about}: ${formatOpposedSides(sides, ({ value }) => formatBoundedValue(value), scan.between)}.`,
    });
  });
}

interface ClaimFigure {
  readonly claim: KeyedClaim;
  readonly value: KeyedValue;
}

/** "More than 40 teams" and "at least 45 teams" can both be counted. */
function areMereCounts(...figures: readonly ClaimFigure[]): boolean {
  return figures.every(
    ({ claim, value }) =>
      value.bound === "at least" &&
      value.extreme !== true &&
      claim.stance === "asserted" &&
      !claim.triggered,
  );
}

const FIGURE_BATCH_SIZE = 256;

async function collectClaimFigures(
  claims: readonly LocatedStatement<KeyedClaim>[],
  breathe: YieldToEventLoop,
): Promise<LocatedStatement<ClaimFigure>[]> {
  const figures: LocatedStatement<ClaimFigure>[] = [];
  for (const [place, { said: claim, at }] of claims.entries()) {
    if (place % FIGURE_BATCH_SIZE === 0) await breathe();
    for (const value of claim.figures) figures.push({ said: { claim, value }, at });
  }
  return figures;
}

/** The requirement exceeds what is possible; otherwise the two are only different. */
function findConflictKind(a: KeyedValue, b: KeyedValue): FoundContradiction["kind"] {
  if (a.kind === "date") return "date";
  const limited = a.bound === "at most" || b.bound === "at most";
  return limited && a.bound !== b.bound ? "constraint" : "number";
}

function isFirmRequirement({ claim, value }: ClaimFigure): boolean {
  return claim.stance === "required" || value.bound !== "is";
}

function formatBoundedValue({ bound, text }: KeyedValue): string {
  return bound === "is" ? text : `${bound} ${text}`;
}

// Claims about one thing that exclude each other: stated and denied, required and forbidden.

export async function findOpposedClaims(
  claims: readonly LocatedStatement<KeyedClaim>[],
  scan: ClashScan,
): Promise<FoundContradiction[]> {
  const clashes = await findClashes(claims, {
    getKey: ({ key }) => key,
    clash: (a, b) => excludesStance(a.stance, b.stance),
    ...scan,
  });
  return clashes.map((sides) => {
    const { about } = sides[0].said;
    const normative = sides.some(({ said }) => isNormativeStance(said.stance));
    const spelled = formatOpposedSides(
      sides,
      ({ stance }) => STANCE_WORDS[stance] ?? stance,
      scan.between,
    );
    return createFoundContradiction(sides, {
      kind: normative ? "obligation" : "negation",
      severity: normative ? "High" : "Medium",
      topic: about,
      summary: `${about}: ${spelled}.`,
    });
  });
}

const STANCE_WORDS: Readonly<Partial<Record<ClauseStance, string>>> = { asserted: "stated" };

/** A thing that one sentence needs and another rules out. */
export async function findBrokenConstraints(
  needs: readonly LocatedStatement<StatedNeed>[],
  scan: ClashScan,
): Promise<FoundContradiction[]> {
  const clashes = await findClashes(needs, {
    getKey: ({ thing }) => thing,
    clash: (a, b) => a.ruledOut !== b.ruledOut && (a.who === b.who || a.who === "" || b.who === ""),
    ...scan,
  });
  return clashes.map((sides) => {
    const { about } = sides[0].said;
    const spell = ({ ruledOut }: StatedNeed): string => (ruledOut ? "ruled out" : "needed");
    return createFoundContradiction(sides, {
      kind: "constraint",
      severity: "High",
      topic: about,
      summary: `${about}: ${formatOpposedSides(sides, spell, scan.between)}.`,
    });
  });
}

// Statements that leave room for one value, with two.

const EXCLUSIVE_KINDS: Readonly<
  Record<ExclusiveStatement["relation"], FoundContradiction["kind"]>
> = {
  state: "negation",
  version: "number",
  permission: "obligation",
  choice: "negation",
  figure: "number",
  polarity: "negation",
};

export async function findExclusiveClashes(
  exclusives: readonly LocatedStatement<ExclusiveStatement>[],
  scan: ClashScan,
): Promise<FoundContradiction[]> {
  const clashes = await findClashes(exclusives, {
    getKey: ({ key }) => key,
    clash: isExclusivePair,
    ...scan,
  });
  return clashes.map((sides) => {
    const { about, relation } = sides[0].said;
    return createFoundContradiction(sides, {
      kind: EXCLUSIVE_KINDS[relation],
      severity: "Medium",
      topic: about,
      summary: `${about}: ${formatOpposedSides(sides, ({ shown }) => shown, scan.between)}.`,
    });
  });
}
