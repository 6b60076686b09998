/** T0: the lead adds nothing of its own. What it writes comes from what was said, and it says from where. */
import { foldText } from "../../../domain/evidence/evidence.ts";
import { reportDuty, reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Problem } from "../../../protocol.ts";
import { splitSentences } from "../../../text/sentence.ts";
import type { LeadView } from "../prompts/prompt-input.ts";
import type { CompromiseProposal, Proposal, RecordDraft } from "../replies.ts";
import { MOST_PAGE_WORDS } from "./limits.ts";
import { findOptionProblems } from "./reply-checks.ts";
import type { RoundtableDebateTable, TableStatement } from "./table.ts";
import { countWords } from "./wording.ts";

export interface LeadStage {
  readonly table: RoundtableDebateTable;
  readonly view: LeadView;
  /** Everything that was said until now. */
  readonly statements: readonly TableStatement[];
  /** Options that someone holds now. */
  readonly held: ReadonlySet<string>;
}

export function findProposalProblems(
  { table, view, statements, held }: LeadStage,
  reply: Proposal | CompromiseProposal,
): Problem[] {
  const { option, answer, answers, changes } = reply;
  const before = view.proposal;
  const known = new Map(statements.map((one) => [one.id, one]));
  const isSpecialists = (id: string): boolean => {
    const statement = known.get(id);
    return statement !== undefined && statement.by !== table.lead.id;
  };
  const isConcern = (id: string): boolean => known.get(id)?.form === "concern";
  const same = before !== null && foldText(before.answer) === foldText(answer);
  return [
    ...findOptionProblems(table, option),
    ...(option !== null && held.size > 0 && !held.has(option)
      ? [reportInvalid(`nobody holds option ${option}; the proposal adds nothing of your own`)]
      : []),
    ...changes
      .filter(({ because }) => !because.some(isSpecialists))
      .map(({ what }) =>
        reportInvalid(
          `“${what}” cites no position, message or concern of a specialist; cite it or leave it out`,
        ),
      ),
    ...[...new Set([...changes.flatMap(({ because }) => because), ...answers])]
      .filter((id) => !known.has(id))
      .map((id) => reportDuty(`${id} is not among what you were shown`)),
    ...answers
      .filter((id) => known.has(id) && !isConcern(id))
      .map((id) => reportDuty(`${id} in answers is not a concern`)),
    ...(changes.length === 0 && !same
      ? [reportInvalid("the answer is new, and changes does not say from what it comes")]
      : []),
    ...(before !== null && same && before.option !== option
      ? [reportInvalid("the option changed and the answer did not")]
      : []),
    ...(countWords(answer) > MOST_PAGE_WORDS
      ? [
          reportDuty(
            `the answer has ${countWords(answer)} words; it may have ${MOST_PAGE_WORDS} at most`,
          ),
        ]
      : []),
    ...("compromises" in reply ? findCompromiseProblems(reply, isConcern) : []),
  ];
}

function findCompromiseProblems(
  { core_disagreement, compromises }: CompromiseProposal,
  isConcern: (id: string) => boolean,
): Problem[] {
  return [
    ...compromises
      .filter(({ built_from }) => !built_from.some(isConcern))
      .map(({ text }) => reportDuty(`“${text}” names no concern in built_from`)),
    ...(splitSentences(core_disagreement).length > 1
      ? [reportDuty("core_disagreement is longer than one sentence")]
      : []),
  ];
}

export function findDraftProblems(
  { specialists }: RoundtableDebateTable,
  { implementation_guidance, consequences }: RecordDraft,
): Problem[] {
  const strangers = implementation_guidance.filter(
    ({ specialist }) => !specialists.some(({ id }) => id === specialist),
  );
  return [
    ...strangers.map(({ specialist }) =>
      reportDuty(`"${specialist}" is not a specialist at this table`),
    ),
    ...(consequences.negative.length === 0 ? [reportDuty("no negative consequence is named")] : []),
  ];
}
