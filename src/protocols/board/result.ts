/** The outcome, computed from the turns and nothing else. */
import type { Json } from "../../domain/json.ts";
import { outcome, type Outcome } from "../../domain/outcome/outcome.ts";
import type { Spoken } from "../../domain/round.ts";
import { VERDICTS } from "./prompts/prompt-input.ts";
import type { Synthesis } from "./replies.ts";
import { describeDebate, describeSynthesis } from "./result-fields.ts";
import { absencesIn } from "./rules/attendance.ts";
import { type BoardHearing, isUnaffordable, findBoardName } from "./rules/board-debate.ts";
import { changesIn } from "./rules/changes.ts";
import { outcomeDissents } from "./rules/closing/dissents.ts";
import { notesOn } from "./rules/closing/notes.ts";
import { findSupport, type SynthesisSupport } from "./rules/closing/support.ts";
import { closingDissents, type Drafted, finalDraft } from "./rules/closing/synthesis.ts";
import { computeBoardBaseline, countPresent, finalTally, firstTally } from "./rules/positions.ts";

export function concludeBoard(hearing: BoardHearing, drafted: Drafted | null): Outcome {
  const synthesis = drafted ? finalDraft(drafted) : undefined;
  const support = findSupport(hearing, drafted);
  const shared = sharedParts(hearing, drafted, support);
  if (drafted && synthesis && support)
    return createSynthesizedOutcome(hearing, { drafted, synthesis, support }, shared);
  if (hearing.way === "stopped") return createEscalatedOutcome(hearing, shared, ruledIn(hearing));
  return isLimited(hearing, drafted)
    ? createEscalatedOutcome(hearing, shared, "a limit ended it before a synthesis was written")
    : createAbortedOutcome(hearing, shared);
}

/** K12: a limit ends a board in no agreement, not in a failure. */
function isLimited({ way }: BoardHearing, drafted: Drafted | null): boolean {
  return way === "limit" || (drafted?.tries.some(isUnaffordable) ?? false);
}

function ruledIn({ rulings }: BoardHearing): string {
  const { by, reason } = rulings.at(-1) ?? { by: "a person", reason: "" };
  return `stopped by ${by}: ${reason}`;
}

type Shared = ReturnType<typeof sharedParts>;

function sharedParts(
  hearing: BoardHearing,
  drafted: Drafted | null,
  support: SynthesisSupport | null,
) {
  return {
    expected: hearing.seats.length,
    present: countPresent(hearing),
    absences: absencesIn(hearing, drafted),
    tallies: [firstTally(hearing), finalTally(hearing)],
    changes: changesIn(hearing),
    rounds: hearing.rounds.length,
    notes: notesOn(hearing, drafted),
    baseline: computeBoardBaseline(hearing, support?.verdict ?? null),
    // a person who decides later chooses among these where the brief has no options
    ...(hearing.brief.options.length === 0 && { choices: VERDICT_CHOICES }),
    fields: describeDebate(hearing, drafted, support),
  };
}

const VERDICT_CHOICES = VERDICTS.map((id) => ({
  id,
  label: { adopt: "do what the brief proposes", reject: "do not do it", defer: "decide later" }[id],
}));

interface Written {
  readonly drafted: Drafted;
  readonly synthesis: Spoken<Synthesis>;
  readonly support: SynthesisSupport;
}

/** F10-F13: with a majority of the whole roster behind it, else a person decides. */
function createSynthesizedOutcome(
  hearing: BoardHearing,
  { drafted, synthesis, support }: Written,
  { fields, ...shared }: Shared,
): Outcome {
  const { majority, confidence, verdict, behind, of, minority } = support;
  const { conditions, reasoning, next_step } = synthesis.reply;
  const dissents = outcomeDissents(hearing, {
    decided: true,
    closing: closingDissents(drafted),
  });
  const label = majority ? "SYNTHESIZED" : "SYNTHESIZED_WITHOUT_MAJORITY";
  const against = dissents.map(({ by }) => findBoardName(hearing, by)).join(", ");
  const summary = [
    ...(minority === null ? [] : [minority]),
    `${synthesis.reply.approach.replace(/\.$/, "")} (${behind.length} of ${of} go along${against === "" ? "" : `; dissenting: ${against}`})`,
  ].join(" ");
  const isOption = hearing.brief.options.some(({ id }) => id === verdict);
  return outcome({
    ...shared,
    label,
    ending: majority ? "decided" : "open",
    choice: majority && isOption ? verdict : null,
    confidence,
    summary,
    dissents,
    conditions: conditions.map((text) => ({ by: synthesis.by, text })),
    wording: next_step === null ? reasoning : `${reasoning}\n\nNext step: ${next_step}`,
    result: {
      question_id: hearing.brief.id,
      outcome: label,
      confidence,
      ...describeSynthesis(hearing, synthesis.reply, support),
      ...fields,
    },
  });
}

function createEscalatedOutcome(
  hearing: BoardHearing,
  { fields, ...shared }: Shared,
  why: string,
): Outcome {
  return outcome({
    ...shared,
    label: "ESCALATED",
    ending: "open",
    confidence: "REQUIRES_INPUT",
    summary: why,
    dissents: outcomeDissents(hearing, { decided: false, closing: [] }),
    result: createUnwrittenOutcome(hearing, "ESCALATED", {
      confidence: "REQUIRES_INPUT",
      ...fields,
    }),
  });
}

function createAbortedOutcome(hearing: BoardHearing, { fields, ...shared }: Shared): Outcome {
  const why =
    hearing.way === "silence"
      ? "fewer than two voices were left to debate"
      : "nobody who could write the synthesis answered";
  return outcome({
    ...shared,
    label: "ABORTED",
    ending: "failed",
    summary: why,
    dissents: outcomeDissents(hearing, { decided: false, closing: [] }),
    result: createUnwrittenOutcome(hearing, "ABORTED", {
      error: why,
      confidence: "LOW",
      ...fields,
    }),
  });
}

function createUnwrittenOutcome(
  { brief }: BoardHearing,
  label: string,
  fields: Record<string, Json>,
): Record<string, Json> {
  return { question_id: brief.id, outcome: label, chosen: null, ...fields };
}
