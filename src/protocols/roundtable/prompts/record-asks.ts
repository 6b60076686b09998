/** T19, T24: the record. Its decision is the accepted proposal, word for word; the lead writes what stands around it. */
import type { Participant } from "../../../domain/participant.ts";
import type { Spoken } from "../../../domain/round.ts";
import { reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { text } from "../../../text/text.ts";
import { RecordDraft, SpecialistReview } from "../replies.ts";
import type { RoundtableLabel } from "../rules/escalation.ts";
import { findDraftProblems } from "../rules/lead-checks.ts";
import { findLastScore } from "../rules/progress.ts";
import { countTable } from "../rules/scoring.ts";
import {
  findProposal,
  listStatements,
  type RoundtableDebateTable,
  type Talk,
} from "../rules/table.ts";
import { createSealedView } from "./anonymizer.ts";
import { renderForLead, renderLead, veilForLead } from "./lead-view.ts";
import type {
  AdrCorrection,
  AdrDraft,
  DraftMatter,
  ReviseMatter,
  RoundtableReviewInput,
} from "./prompt-input.ts";
import { renderDecision, renderQuestion, renderSeat } from "./prompt-text.ts";
import { maskProposal, showToLead } from "./seat-views.ts";

export interface ClosedTable {
  readonly table: RoundtableDebateTable;
  readonly talk: Talk;
}

export interface RecordDrafting {
  readonly label: RoundtableLabel;
  /** Why a person accepted what the table had not agreed on. */
  readonly accepted: string | null;
}

export function draftRecord(
  closed: ClosedTable,
  { label, accepted }: RecordDrafting,
  fence: Fence,
): Ask<RecordDraft> {
  const { table, talk } = closed;
  const { view, reveals } = showToLead(closed);
  const seen = createSealedView(table, talk, { step: "adr-draft", reader: table.lead.id });
  const shown = veilForLead(view, seen);
  const reason =
    accepted === null
      ? ""
      : `A person accepted it for this reason:\n${seen.fencing(fence)("reason of the person", accepted)}`;
  const input: DraftMatter = { kind: "roundtable.draft", view: shown, outcome: label };
  const { segments, order } = renderForLead(table, shown, { fence, seen });
  const ask: Ask<RecordDraft> = {
    prompt: [
      ...segments,
      {
        shared: false,
        text: text`
          ${renderLead(table)}

          The discussion ended in ${label}. The proposal above is the decision; it goes into the record word for word.
          ${reason}
          Write what stands around it: the context in which it was decided; what is to be done, and by which specialist;
          and its consequences, at least one of them negative. Write only what the material and the table said.
          Scores, concerns and dissents are added in the specialists' own words.
        `,
      },
    ],
    reply: RecordDraft,
    promptInput: input,
    reveals,
    check: (reply) => findDraftProblems(table, reply),
    says: ({ context }) => sayPlainly(context),
  };
  return seen.bind(ask, { own: [renderLead(table)], order });
}

export interface RecordRevision {
  readonly step: string;
  readonly draft: Spoken<RecordDraft>;
  readonly corrections: readonly AdrCorrection[];
  readonly keys: readonly string[];
}

export function reviseRecord(
  closed: ClosedTable,
  { step, draft, corrections, keys }: RecordRevision,
  fence: Fence,
): Ask<RecordDraft> {
  const { table, talk } = closed;
  const { view } = showToLead(closed);
  const seen = createSealedView(table, talk, { step, reader: table.lead.id });
  const fenced = seen.fencing(fence);
  const before = seen.anonymize(draft.reply);
  const said = seen.anonymize(seen.inOrder(corrections, ({ by }) => by));
  const shown = veilForLead(view, seen);
  const input: ReviseMatter = {
    kind: "roundtable.revise",
    view: shown,
    draft: before,
    corrections: said,
  };
  const remarks = said.flatMap(({ by, accurate, correction }) =>
    correction === null
      ? []
      : [{ head: `${accurate === "yes" ? "clarification" : "correction"} by ${by}`, correction }],
  );
  const ask: Ask<RecordDraft> = {
    prompt: [
      { shared: true, text: renderQuestion(table, fence) },
      { shared: false, text: describeDecision(shown.proposal, fenced) },
      { shared: false, text: renderDraft(before, fenced) },
      {
        shared: false,
        text: `What the specialists say of it\n${remarks.map(({ head, correction }) => fenced(head, correction)).join("\n")}`,
      },
      {
        shared: false,
        text: text`
          ${renderLead(table)}

          Revise the text around the decision so that each correction is met in the words of the one who made it, and leave
          the rest as it is. The decision itself cannot change any more; a correction of it stays an open remark.
          Where two corrections contradict each other, say so in the text instead of choosing.
        `,
      },
    ],
    reply: RecordDraft,
    promptInput: input,
    reveals: [draft.key, ...keys],
    check: (reply) => findDraftProblems(table, reply),
    says: ({ context }) => sayPlainly(context),
  };
  return seen.bind(ask, { own: [renderLead(table)], order: [remarks.map(({ head }) => head)] });
}

/** T19: each specialist answers for its own domain, and for nothing else. */
export function reviewRecord(
  { table, talk }: ClosedTable,
  { step, draft, seat }: { step: string; draft: Spoken<RecordDraft>; seat: Participant },
  fence: Fence,
): Ask<SpecialistReview> {
  const seen = createSealedView(table, talk, { step, reader: seat.id });
  const fenced = seen.fencing(fence);
  const statements = listStatements(table, talk);
  const accepted = findProposal(talk);
  const proposal = seen.anonymize(accepted && maskProposal(accepted, statements));
  const before = seen.anonymize(draft.reply);
  const input: RoundtableReviewInput = {
    kind: "roundtable.review",
    brief: table.brief,
    seat,
    proposal,
    draft: before,
  };
  const own = recallOwnWords({ table, talk }, seat);
  const named = new Set([accepted?.id, ...own.ids]);
  const keys = statements.filter(({ id }) => named.has(id)).map(({ key }) => key);
  const ask: Ask<SpecialistReview> = {
    prompt: [
      { shared: true, text: renderQuestion(table, fence) },
      { shared: true, text: describeDecision(proposal, fenced) },
      { shared: true, text: renderDraft(before, fenced) },
      ...(own.text === ""
        ? []
        : [
            {
              shared: false,
              text: `What you said\n${fenced("your words", seen.anonymize(own.text))}`,
            },
          ]),
      {
        shared: false,
        text: text`
          ${renderSeat(seat)}

          The lead drafted the text around the decision above. Is it right about your domain and about what was agreed there?
          accurate is yes, no or incomplete. With no or incomplete, correction says exactly what must stand there instead, or
          what is missing. With yes, it is null or one clarification you suggest.
          Do not reopen the decision, and do not judge other domains.
        `,
      },
    ],
    reply: SpecialistReview,
    promptInput: input,
    reveals: [...new Set([draft.key, ...keys, ...own.keys])],
    check: ({ accurate, correction }) =>
      accurate !== "yes" &&
      (correction === null || !isSubstantiveText(correction, { minimumWords: 3 }))
        ? [
            reportInvalid(
              `accurate is ${accurate}, and correction does not say what must stand there`,
            ),
          ]
        : [],
    says: ({ accurate, correction }) => ({
      ...sayPlainly(accurate === "yes" ? (correction ?? "accurate") : (correction ?? "")),
      position: findLastScore(countTable(table, talk).rounds, seat.id)?.option ?? null,
    }),
  };
  return seen.bind(ask, { own: [renderSeat(seat)], order: [] });
}

/** K21: a reviewer that remembers nothing is shown where it stood, and its concerns with what became of them. */
function recallOwnWords(
  { table, talk }: ClosedTable,
  { id }: Participant,
): { readonly text: string; readonly ids: readonly string[]; readonly keys: readonly string[] } {
  const { rounds, ledger } = countTable(table, talk);
  const last = findLastScore(rounds, id);
  const own = ledger.filter(({ by }) => by === id);
  const lines = [
    ...(last ? [`Score ${last.counted} in round ${last.round}: ${last.position}`] : []),
    ...own.map(({ id: claim, text: words, settled }) =>
      settled === null
        ? `${claim}, still open: ${words}`
        : `${claim}: ${words}\n   Settled by ${settled.because.join(", ")}: ${settled.why}`,
    ),
  ];
  return {
    text: lines.join("\n"),
    ids: own.map((one) => one.id),
    keys: last ? [last.key] : [],
  };
}

function describeDecision(proposal: RoundtableReviewInput["proposal"], fence: Fence): string {
  return proposal === null ? "No proposal was written." : renderDecision(proposal, fence);
}

function renderDraft(draft: AdrDraft, fence: Fence): string {
  const { context, implementation_guidance, consequences } = draft;
  const list = (title: string, entries: readonly string[]): string[] =>
    entries.length === 0 ? [] : ["", title, ...entries.map((one) => `- ${one}`)];
  const lines = [
    "Context",
    context,
    ...list(
      "Implementation guidance",
      implementation_guidance.map(({ specialist, task }) => `${specialist}: ${task}`),
    ),
    ...list("Positive consequences", consequences.positive),
    ...list("Negative consequences", consequences.negative),
    ...list("Neutral consequences", consequences.neutral),
  ];
  return `Text around it, as the lead drafted it\n${fence("draft", lines.join("\n"))}`;
}

function sayPlainly(words: string) {
  return { position: null, confidence: null, words, wouldChange: null };
}
