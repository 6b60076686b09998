/** T26, T28: the lead's prompts. The lead reads everything, has no score, and argues for nothing. */
import type { Participant } from "../../../domain/participant.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { text } from "../../../text/text.ts";
import { Compromise, RecordDraft, SpecialistReview } from "../replies.ts";
import type { RoundtableLabel } from "../rules/escalation.ts";
import { lastScore } from "../rules/progress.ts";
import { duty, invalid } from "../rules/reply-checks.ts";
import type { RoundtableDebateTable } from "../rules/table.ts";
import { sentencesIn } from "../rules/wording.ts";
import { sealedView } from "./anonymizer.ts";
import { leadSegments, leadView } from "./lead-view.ts";
import type {
  AdrCorrection,
  CompromiseMatter,
  DraftMatter,
  LeadView,
  RoundtableReviewInput,
  ReviseMatter,
} from "./prompt-input.ts";
import { concernLine, matterText, plainWords, seatText } from "./prompt-text.ts";
import { scoreOf, shownToLead, type DiscussionProgress } from "./seat-views.ts";

type Closed = Omit<DiscussionProgress, "number">;

/** T10: after a stall, the core disagreement and one to three ways to meet the concerns that remain. */
export function proposeCompromise(closed: Closed, fence: Fence): Ask<Compromise> {
  const { table, talk } = closed;
  const { view, reveals } = shownToLead(closed);
  const seen = sealedView(table, talk, {
    step: `compromise-${talk.exchanges.length}`,
    reader: table.lead.id,
  });
  const input: CompromiseMatter = {
    kind: "roundtable.compromise",
    view: leadView(view, seen),
  };
  const { segments, order } = leadSegments(closed, input.view, { fence, seen });
  const ask: Ask<Compromise> = {
    prompt: [
      ...segments,
      {
        shared: false,
        text: text`
          ${leadText(table)}

          The scores have stalled. In core_disagreement, say in one sentence what they really differ about.
          Then propose one to three compromises. Each is built from remaining concerns, whose ids you name in built_from,
          and asks each side for something. You have no position of your own, and you do not press for agreement.
          Everyone will read what you write.
          Reply with one JSON object.
        `,
      },
    ],
    reply: Compromise,
    promptInput: input,
    reveals,
    check: (reply) => compromiseProblems(view, reply),
    claims: ({ core_disagreement, compromises }) => [
      { text: core_disagreement, about: "all", side: "supports", evidence: [] },
      ...compromises.map(({ text: words, built_from }) => ({
        text: words,
        about: built_from[0] ?? "all",
        side: "supports" as const,
        evidence: [],
      })),
    ],
    says: ({ core_disagreement }) => plainSaying(core_disagreement),
  };
  return seen.bind(ask, { own: [leadText(table)], order });
}

function compromiseProblems(view: LeadView, reply: Compromise): Problem[] {
  const remaining = view.scores.flatMap(({ concerns }) => concerns.map(({ id }) => id));
  const first = view.positions.flatMap(({ concerns }) => concerns.map(({ id }) => id));
  const known = new Set([...remaining, ...first]);
  return [
    ...reply.compromises
      .filter(({ built_from }) => known.size > 0 && !built_from.some((id) => known.has(id)))
      .map(() => duty("a compromise names no remaining concern in built_from")),
    ...reply.compromises
      .flatMap(({ built_from }) => built_from.filter((id) => !known.has(id)))
      .map((id) => duty(`${id} is not a concern that was raised`)),
    ...(sentencesIn(reply.core_disagreement).length > 1
      ? [duty("core_disagreement is longer than one sentence")]
      : []),
  ];
}

export interface RecordDrafting {
  readonly label: RoundtableLabel;
  readonly choice: string | null;
  /** Why a person accepted what the table had not agreed on. */
  readonly accepted: string | null;
}

/** T19: the record of what was agreed, or of what a person accepted. */
export function draftRecord(
  closed: Closed,
  drafting: RecordDrafting,
  fence: Fence,
): Ask<RecordDraft> {
  const { table } = closed;
  const { label, choice, accepted } = drafting;
  const { view, reveals } = shownToLead(closed);
  const seen = sealedView(table, closed.talk, { step: "adr-draft", reader: table.lead.id });
  const reason =
    accepted === null
      ? ""
      : `A person accepted it for this reason:\n${seen.fencing(fence)("reason of the person", accepted)}`;
  const input: DraftMatter = {
    kind: "roundtable.draft",
    view: leadView(view, seen),
    outcome: label,
    choice,
  };
  const { segments, order } = leadSegments(closed, input.view, { fence, seen });
  const ask: Ask<RecordDraft> = {
    prompt: [
      ...segments,
      {
        shared: false,
        text: text`
          ${leadText(table)}

          The discussion ended in ${label}${choice === null ? "" : `, with option ${choice}`}.
          ${reason}
          Draft the decision record: the context in which it was decided, the decision itself, what is to be done and by which
          specialist, and its consequences, at least one of them negative. Write only what the table said or agreed to.
          Dissents, scores and final positions are added to the record from the specialists' own words.
          ${DRAFT_FORM}
        `,
      },
    ],
    reply: RecordDraft,
    promptInput: input,
    reveals,
    check: (reply) => draftProblems(table, reply),
    says: ({ title }) => plainSaying(title),
  };
  return seen.bind(ask, { own: [leadText(table)], order });
}

const DRAFT_FORM = "Reply with one JSON object.";

export interface Revising {
  readonly step: string;
  readonly draft: Spoken<RecordDraft>;
  readonly corrections: readonly AdrCorrection[];
  readonly keys: readonly string[];
}

/** T24: the same again with the corrections worked in. */
export function reviseRecord(
  closed: Closed,
  { step, draft, corrections, keys }: Revising,
  fence: Fence,
): Ask<RecordDraft> {
  const { table } = closed;
  const { view } = shownToLead(closed);
  const seen = sealedView(table, closed.talk, { step, reader: table.lead.id });
  const before = seen.anonymize(draft.reply);
  const said = seen.anonymize(seen.inOrder(corrections, ({ by }) => by));
  const input: ReviseMatter = {
    kind: "roundtable.revise",
    view: leadView(view, seen),
    draft: before,
    corrections: said,
  };
  const remarks = said.flatMap(({ by, accurate, correction }) =>
    correction === null
      ? []
      : [{ head: `${accurate ? "clarification" : "correction"} by ${by}`, correction }],
  );
  const fenced = remarks.map(({ head, correction }) => seen.fencing(fence)(head, correction));
  const ask: Ask<RecordDraft> = {
    prompt: [
      { shared: true, text: matterText(table, fence) },
      { shared: false, text: draftText(before, seen.fencing(fence)) },
      { shared: false, text: `What the specialists say of it\n${fenced.join("\n")}` },
      {
        shared: false,
        text: text`
          ${leadText(table)}

          Revise the record so that each correction is met in the words of the one who made it, and leave the rest as it is.
          Where two corrections contradict each other, say so in the text instead of choosing.
          ${DRAFT_FORM}
        `,
      },
    ],
    reply: RecordDraft,
    promptInput: input,
    reveals: [draft.key, ...keys],
    check: (reply) => draftProblems(table, reply),
    says: ({ title }) => plainSaying(title),
  };
  return seen.bind(ask, { own: [leadText(table)], order: [remarks.map(({ head }) => head)] });
}

/** T19: each specialist answers for its own domain, and for nothing else. */
export function reviewRecord(
  { table, talk, rounds }: Closed,
  { step, draft, seat }: { step: string; draft: Spoken<RecordDraft>; seat: Participant },
  fence: Fence,
): Ask<SpecialistReview> {
  const last = lastScore(rounds, seat.id);
  const score = last ? scoreOf(last) : null;
  const seen = sealedView(table, talk, { step, reader: seat.id });
  const [before, mine] = [seen.anonymize(draft.reply), seen.anonymize(score)];
  const input: RoundtableReviewInput = {
    kind: "roundtable.review",
    brief: table.brief,
    seat,
    draft: before,
    score: mine,
  };
  const own = mine
    ? `Your last words on it\n${seen.fencing(fence)("your last position", [mine.position, ...mine.concerns.map(concernLine)].join("\n"))}`
    : "You gave no score.";
  const ask: Ask<SpecialistReview> = {
    prompt: [
      { shared: true, text: matterText(table, fence) },
      { shared: true, text: draftText(before, seen.fencing(fence)) },
      { shared: false, text: own },
      {
        shared: false,
        text: text`
          ${seatText(seat)}

          The lead drafted the record above. Say whether it is right about your domain and about what was agreed there.
          If it is not, accurate is no, and correction says exactly what must stand there instead.
          If it is, accurate is yes, and correction is null or one clarification you suggest.
          Do not reopen the decision, and do not judge other domains.
          Reply with one JSON object.
        `,
      },
    ],
    reply: SpecialistReview,
    promptInput: input,
    reveals: [draft.key, ...(last ? [last.key] : [])],
    check: ({ accurate, correction }) =>
      accurate === "no" &&
      (correction === null || !isSubstantiveText(correction, { minimumWords: 3 }))
        ? [invalid("accurate is no, and correction does not say what must stand there instead")]
        : [],
    says: ({ accurate, correction }) => ({
      ...plainSaying(accurate === "yes" ? (correction ?? "accurate") : (correction ?? "")),
      position: score?.option ?? null,
    }),
  };
  return seen.bind(ask, { own: [seatText(seat)], order: [] });
}

function draftProblems({ specialists }: RoundtableDebateTable, reply: RecordDraft): Problem[] {
  const strangers = reply.implementation_guidance.filter(
    ({ specialist }) => !specialists.some(({ id }) => id === specialist),
  );
  return [
    ...strangers.map(({ specialist }) => duty(`"${specialist}" is not a specialist at this table`)),
    ...(reply.consequences.negative.length === 0 ? [duty("no negative consequence is named")] : []),
    ...(isSubstantiveText(reply.decision) ? [] : [duty("the decision names nothing specific")]),
  ];
}

function draftText(draft: RecordDraft, fence: Fence): string {
  return `Draft of the record\n${fence("draft", JSON.stringify(draft, null, 2))}`;
}

function leadText({ lead }: RoundtableDebateTable): string {
  return `You are ${plainWords(lead.name)}, the lead. You coordinate, and you do not take part in the argument.`;
}

function plainSaying(words: string) {
  return { position: null, confidence: null, words, wouldChange: null };
}
