/** Reviews one part of a change, from the blind findings to the last word on them. */
import type { Brief } from "../../domain/brief.ts";
import type { GatheredEvidence } from "../../evidence/gather-evidence.ts";
import type { Floor } from "../../protocol.ts";
import type { ChangePart } from "./change/change-parts.ts";
import { askAuthor, askDefence } from "./prompts/answer-asks.ts";
import { askFindings } from "./prompts/finding-ask.ts";
import { askRuling, askVerdicts } from "./prompts/verdict-asks.ts";
import {
  listForDefence,
  listForExaminer,
  listForRuling,
  listOpenFindings,
} from "./rules/judge-findings.ts";
import { namePartStep, type PartReview, type ReviewTable } from "./rules/table.ts";

/** `known` is the brief with what was looked up for it. */
export interface ReviewedPart {
  readonly known: Brief;
  readonly one: PartReview;
}

export async function reviewPart(
  floor: Floor,
  begun: ReviewTable,
  {
    part,
    askAgain,
  }: { readonly part: ChangePart; readonly askAgain: GatheredEvidence["askAgain"] },
): Promise<ReviewedPart> {
  const { fence } = floor;
  const { reviewers, author, settings } = begun;
  const named = (step: string): string => namePartStep(begun, step, part);
  const findings = await floor.round(named("findings"), reviewers, (seat) =>
    askFindings(begun, part, { seat, fence }),
  );
  let one: PartReview = {
    part,
    findings,
    cross: null,
    answers: null,
    defence: null,
    rulings: null,
  };
  if (findings.spoken.length < settings.least_reviewers) return { known: begun.brief, one };
  if (listOpenFindings(begun, one).length === 0) return { known: begun.brief, one };

  const found = one;
  const examiners = reviewers.filter(({ id }) => listForExaminer(begun, found, id).length > 0);
  const known = await askAgain(examiners, (seat) =>
    askVerdicts({ table: begun, one: found, seat, fence }),
  );
  const table = { ...begun, brief: known };
  const cross = await floor.round(named("cross"), examiners, (seat) =>
    askVerdicts({ table, one: found, seat, fence }),
  );
  // the author is shown the findings alone, so that nobody's verdict leads the answer
  const answers = author
    ? await floor.ask(
        named("answers"),
        author,
        askAuthor({ table, one: found, seat: author, fence }),
      )
    : null;
  one = { ...found, cross, answers };
  if (!settings.defence) return { known, one };

  const attacked = one;
  const defenders = reviewers.filter(({ id }) => listForDefence(table, attacked, id).length > 0);
  const defence = await floor.round(named("defence"), defenders, (seat) =>
    askDefence({ table, one: attacked, seat, fence }),
  );
  one = { ...attacked, defence };
  const defended = one;
  const rulers = reviewers.filter(({ id }) => listForRuling(table, defended, id).length > 0);
  const rulings = await floor.round(named("rulings"), rulers, (seat) =>
    askRuling({ table, one: defended, seat, fence }),
  );
  return { known, one: { ...defended, rulings } };
}
