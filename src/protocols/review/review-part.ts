/** Reviews one part of a change, from the blind findings to the last word on them. */
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

export async function reviewPart(
  floor: Floor,
  table: ReviewTable,
  part: ChangePart,
): Promise<PartReview> {
  const { fence } = floor;
  const { reviewers, author, settings } = table;
  const named = (step: string): string => namePartStep(table, step, part);
  const findings = await floor.round(named("findings"), reviewers, (seat) =>
    askFindings(table, part, { seat, fence }),
  );
  let one: PartReview = {
    part,
    findings,
    cross: null,
    answers: null,
    defence: null,
    rulings: null,
  };
  if (findings.spoken.length < settings.least_reviewers) return one;
  if (listOpenFindings(table, one).length === 0) return one;

  const found = one;
  const examiners = reviewers.filter(({ id }) => listForExaminer(table, found, id).length > 0);
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
  if (!settings.defence) return one;

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
  return { ...defended, rulings };
}
