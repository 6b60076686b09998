/** T0, T10: the lead's proposal, before the first round and after every one. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { CompromiseProposal, Proposal } from "../replies.ts";
import { findProposalProblems } from "../rules/lead-checks.ts";
import { MOST_PAGE_WORDS, PAGE_WORDS } from "../rules/limits.ts";
import { findLastScore } from "../rules/progress.ts";
import { countTable } from "../rules/scoring.ts";
import { listStatements, type RoundtableDebateTable, type Talk } from "../rules/table.ts";
import { createSealedView } from "./anonymizer.ts";
import { renderForLead, renderLead, veilForLead } from "./lead-view.ts";
import type { ProposalMatter } from "./prompt-input.ts";
import { listQuotable, showToLead } from "./seat-views.ts";

export interface ProposalStage {
  readonly table: RoundtableDebateTable;
  readonly talk: Talk;
  /** The round that it is for. */
  readonly number: number;
  readonly stalled: boolean;
}

export function writeProposal(
  { table, talk, number, stalled }: ProposalStage,
  fence: Fence,
): Ask<Proposal | CompromiseProposal> {
  const { view, reveals, statements } = showToLead({ table, talk });
  const seen = createSealedView(table, talk, {
    step: `proposal-${number}`,
    reader: table.lead.id,
  });
  const version = (view.proposal?.version ?? 0) + 1;
  const shown = veilForLead(view, seen);
  const input: ProposalMatter = { kind: "roundtable.propose", view: shown, version, stalled };
  const { segments, order } = renderForLead(table, shown, { fence, seen });
  const held = listHeldOptions(table, talk);
  const ask: Ask<Proposal | CompromiseProposal> = {
    prompt: [...segments, { shared: false, text: writeTask(table, { version, stalled }) }],
    reply: stalled ? CompromiseProposal : Proposal,
    promptInput: input,
    reveals,
    texts: listQuotable(statements, view.proposal),
    check: (reply) => findProposalProblems({ table, view, statements, held }, reply),
    claims: (reply): ClaimDraft[] => [
      {
        text: reply.headline,
        detail: reply.answer,
        about: reply.option ?? "all",
        side: "supports",
        evidence: [],
      },
      ...("compromises" in reply ? listCompromiseClaims(reply) : []),
    ],
    says: ({ headline, option }) => ({
      position: null,
      confidence: null,
      words: `version ${version}${option === null ? "" : `, option ${option}`}: ${headline}`,
      wouldChange: null,
    }),
  };
  return seen.bind(ask, { own: [renderLead(table)], order });
}

function listCompromiseClaims({
  core_disagreement,
  compromises,
}: CompromiseProposal): ClaimDraft[] {
  return [
    { text: core_disagreement, about: "all", side: "supports", evidence: [] },
    ...compromises.map(({ text: words, built_from }) => ({
      text: words,
      about: built_from[0] ?? "all",
      side: "supports" as const,
      evidence: [],
    })),
  ];
}

/** Options that a specialist holds now, or has brought up. */
function listHeldOptions(table: RoundtableDebateTable, talk: Talk): ReadonlySet<string> {
  const { rounds } = countTable(table, talk);
  const held = table.specialists.map(
    ({ id }) =>
      findLastScore(rounds, id)?.option ??
      findSpokenTurn(talk.positions, id)?.reply.position_option,
  );
  const raised = listStatements(table, talk).flatMap(({ by, kind, option }) =>
    by !== table.lead.id && (kind === "proposal" || kind === "position") ? [option] : [],
  );
  return new Set([...held, ...raised].filter((option) => option != null));
}

function writeTask(
  table: RoundtableDebateTable,
  { version, stalled }: { version: number; stalled: boolean },
): string {
  const options = table.brief.options.map(({ id }) => id).join(", ");
  const what =
    version === 1
      ? "Write version 1 of the proposal from the first positions."
      : `Write version ${version} of the proposal from what was said. Change what that calls for and repeat the rest word for word; if nothing has to change, repeat the answer and leave changes empty.`;
  const room =
    version === 1
      ? `More than ${MOST_PAGE_WORDS} words are sent back.`
      : `What is agreed stays word for word even if the answer then outgrows the page; more than ${MOST_PAGE_WORDS} words are sent back.`;
  const stall = stalled
    ? text`
        The scores have stalled. Say in core_disagreement, in one sentence, what they really differ about, and write one to
        three compromises, each built from open concerns (built_from) and asking something of each side. Put one of them
        into the answer; all will read the others too. You do not press for agreement.
      `
    : "";
  return text`
    ${renderLead(table)}

    ${what}
    ${stall}
    answer: the whole answer, so that someone who reads nothing else can act on it. Aim at a page (${PAGE_WORDS} words). ${room}
    A condition, or "measure first, then A or B by this rule", is an answer too. Write it for readers outside this debate:
    put no ids of messages or concerns into it.
    ${options === "" ? "option is null." : `option: one of ${options} that a specialist holds or has proposed, or null if the answer stands for none of them. It changes only together with the answer.`}
    answers: the ids of the open concerns that the text meets, and nothing but concerns. Where a concern says what settles
    it, use those words, unless others object to them.
    changes: every part of the answer that is new or changed, why, and in because the ids of the positions, messages or
    concerns it comes from, at least one of them a specialist's. A part without one is rejected, and so is an answer that is
    new while changes is empty.
    not_satisfied: one line on who is not satisfied with what; do not hide it in the answer.
  `;
}
