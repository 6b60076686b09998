/** The parts of the Markdown report about changes of mind, panels, confidence, canaries and planted flaws. */
import { escapeMarkdown } from "../../text/markdown.ts";
import type { EvalReport } from "./build-report.ts";
import { formatNumber, formatShare, formatTable } from "./markdown-table.ts";
import type { ArmReport } from "./report-arm.ts";

export function formatMovement({ arms, identityBias }: EvalReport): string {
  const moved = arms.filter(({ flips }) => flips !== null);
  if (moved.length === 0) return "";
  const rows = moved.map(({ name, flips, conformity, flipClasses }) => [
    name,
    flips ? formatShare({ ...flips.rightToWrong, interval: flips.rightToWrongInterval }) : "-",
    flips ? formatShare({ ...flips.wrongToRight, interval: flips.wrongToRightInterval }) : "-",
    formatNumber(flips?.selectivity ?? null, 2),
    formatNumber(flips?.breakEven ?? null, 2),
    formatNumber(conformity?.delta ?? null, 2),
    conformity ? formatShare(conformity.truthLost) : "-",
    Object.entries(flipClasses)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(", "),
  ]);
  const rounds = moved.flatMap(({ name, byRound }) =>
    byRound.map(({ round, mean, vote }) => [
      name,
      `${round}`,
      formatShare(mean),
      formatShare(vote),
    ]),
  );
  return [
    "## Changes of mind",
    formatTable(
      [
        "Arm",
        "Right to wrong",
        "Wrong to right",
        "Selectivity",
        "Break-even",
        "Conformity less obstinacy",
        "Truth there and lost",
        "Classes",
      ],
      rows,
    ),
    formatTable(["Arm", "Round", "Mean seat", "Vote"], rounds),
    identityBias === null ? "" : `Conformity that goes with names: ${identityBias.toFixed(3)}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

export function formatPanels(arms: readonly ArmReport[]): string {
  const panels = arms.filter(({ panel }) => panel !== null && panel.seats > 1);
  if (panels.length === 0) return "";
  const rows = panels.map(({ name, panel }) => [
    name,
    `${panel?.seats ?? 0}`,
    formatNumber(panel?.distinct ?? null, 2),
    formatNumber(panel?.correlation ?? null, 2),
    formatNumber(panel?.effectiveVotes ?? null, 2),
    panel ? formatShare(panel.sameWrong) : "-",
    panel?.lostToCorrelation === null || !panel ? "-" : (panel.lostToCorrelation * 100).toFixed(1),
    panel?.qualityGap === true ? "yes" : "no",
  ]);
  return [
    "## Independence",
    formatTable(
      [
        "Arm",
        "Seats",
        "Distinct first answers",
        "Error correlation",
        "Effective votes",
        "Wrong alike",
        "Points lost to correlation",
        "Weakest 15 points below best",
      ],
      rows,
    ),
  ].join("\n\n");
}

export function formatCalibration(arms: readonly ArmReport[]): string {
  const known = arms.filter(({ calibration }) => calibration !== null);
  if (known.length === 0) return "";
  const rows = known.map(({ name, calibration, riskCoverage }) => [
    name,
    `${calibration?.forecasts ?? 0}`,
    formatNumber(calibration?.brier ?? null),
    formatNumber(calibration?.logLoss ?? null),
    formatNumber(calibration?.error ?? null),
    formatNumber(calibration?.auroc ?? null, 2),
    formatNumber(riskCoverage),
  ]);
  const labels = arms.flatMap(({ name, byStrength }) =>
    byStrength.map(({ name: strength, right }) => [name, strength, formatShare(right)]),
  );
  return [
    "## Stated confidence and strength",
    formatTable(
      [
        "Arm",
        "Statements",
        "Brier",
        "Log loss",
        "Calibration error",
        "AUROC",
        "Risk-coverage area",
      ],
      rows,
    ),
    formatTable(["Arm", "Strength", "Right"], labels),
  ].join("\n\n");
}

export function formatCanaries({ canaries }: EvalReport): string {
  if (!canaries) return "";
  const kinds = [
    ["named", canaries.spoken],
    ["without a named speaker", canaries.speakerless],
  ] as const;
  const rows = kinds.flatMap(([kind, found]) =>
    found
      ? [
          [kind, "right alone, misled", formatShare(found.misled)],
          [kind, "wrong alone, corrected", formatShare(found.corrected)],
          [kind, "right alone and in every canary", formatShare(found.independent)],
          ...found.byVoices.map(({ voices, misled }) => [
            kind,
            `misled by ${voices}`,
            formatShare(misled),
          ]),
        ]
      : [],
  );
  return ["## Canaries", formatTable(["Voices", "Measure", "Share"], rows)].join("\n\n");
}

const LONGEST_WORDS = 240;

export function formatFlaws({ flaws, corrected }: EvalReport): string {
  if (flaws.length === 0) return "";
  const names = flaws[0]?.foundBy.map(({ arm }) => arm) ?? [];
  const rows = flaws.map(({ item, flaw, kind, gold, foundBy }) => [
    `${item}: ${flaw}`,
    kind,
    gold,
    ...names.map((name) => (foundBy.find(({ arm }) => arm === name)?.words ? "found" : "-")),
  ]);
  const words = flaws.flatMap(({ item, flaw, foundBy }) =>
    foundBy.flatMap(({ arm, words: said }) =>
      said === null
        ? []
        : [
            `- ${item}: ${flaw}, ${escapeMarkdown(arm)}: ${escapeMarkdown(said.slice(0, LONGEST_WORDS))}`,
          ],
    ),
  );
  return [
    "## Planted flaws",
    "A flaw counts as found where one finding has a word of each of its groups. Check the findings below, and the others in findings.jsonl: code reads words, not sense. Correct it in marks.yaml.",
    corrected === 0 ? "" : `A reader corrected ${corrected} of these entries (marks.yaml).`,
    describeSpread(flaws),
    formatTable(["Flaw", "Kind", "What is wrong", ...names], rows),
    "### The findings that were counted",
    words.join("\n") || "None.",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Only flaws that some arms find and others miss tell arms apart. */
function describeSpread(flaws: EvalReport["flaws"]): string {
  const counts = flaws.map(
    ({ foundBy }) => foundBy.filter(({ words }) => words !== null).length / foundBy.length,
  );
  const all = counts.filter((share) => share === 1).length;
  const none = counts.filter((share) => share === 0).length;
  const apart = flaws.length - all - none;
  const rest =
    apart === 0 ? "so nothing here tells the arms apart" : `the other ${apart} tell arms apart`;
  return `Every arm found ${all} of ${flaws.length} flaws, and ${none} were found by none: ${rest}.`;
}
