/**
 * T19, T24: the decision record, drafted by the lead and reviewed by everyone for their own domain.
 *
 *   draft ──▶ review: all accurate? ── yes ──▶ final
 *                 │ no, and revisions are left
 *                 └──▶ revision ──▶ review …   (none left: final as it is, remarks listed)
 */
import {
  type Absence,
  type Round,
  type Spoken,
  type Turn,
  describeAbsenceReason,
} from "../../../domain/round.ts";
import type { Floor } from "../../../protocol.ts";
import {
  type RecordDrafting,
  draftRecord,
  reviewRecord,
  reviseRecord,
} from "../prompts/lead-asks.ts";
import type { AdrCorrection } from "../prompts/prompt-input.ts";
import type { DiscussionProgress } from "../prompts/seat-views.ts";
import type { RecordDraft, SpecialistReview } from "../replies.ts";

export interface Remark {
  readonly by: string;
  readonly text: string;
}

export interface WrittenRecord {
  /** Null when the lead gave none; the record is then made of the specialists' own words alone. */
  readonly draft: RecordDraft | null;
  readonly revisions: number;
  readonly open_remarks: readonly Remark[];
  readonly turns: readonly Turn<unknown>[];
}

export async function writeRecord(
  floor: Floor,
  closed: Omit<DiscussionProgress, "number">,
  drafting: RecordDrafting,
): Promise<WrittenRecord> {
  const { lead, specialists, settings } = closed.table;
  const turns: Turn<unknown>[] = [];
  const first = await floor.ask("adr-draft", lead, draftRecord(closed, drafting, floor.fence));
  turns.push(first);
  if (first.kind === "absent") {
    return { draft: null, revisions: 0, open_remarks: [leadMissing(first)], turns };
  }
  let draft: Spoken<RecordDraft> = first;
  for (let revisions = 0; ; revisions++) {
    const current = draft;
    const review = `adr-review-${revisions + 1}`;
    const reviews = await floor.round(review, specialists, (seat) =>
      reviewRecord(closed, { step: review, draft: current, seat }, floor.fence),
    );
    turns.push(...reviews.spoken, ...reviews.absent);
    const open_remarks = remarksIn(reviews);
    const corrections = correctionsIn(reviews);
    const accurate = corrections.every((correction) => correction.accurate);
    if (accurate || revisions >= settings.adr_revisions) {
      return { draft: draft.reply, revisions, open_remarks, turns };
    }
    const keys = reviews.spoken.map(({ key }) => key);
    const step = `adr-revision-${revisions + 1}`;
    const revised: Turn<RecordDraft> = await floor.ask(
      step,
      lead,
      reviseRecord(closed, { step, draft, corrections, keys }, floor.fence),
    );
    turns.push(revised);
    if (revised.kind === "absent") {
      return {
        draft: draft.reply,
        revisions,
        open_remarks: [...open_remarks, leadMissing(revised)],
        turns,
      };
    }
    draft = revised;
  }
}

function correctionsIn(reviews: Round<SpecialistReview>): AdrCorrection[] {
  return reviews.spoken.map(({ by, reply }) => ({
    by,
    accurate: reply.accurate === "yes",
    correction: reply.correction,
  }));
}

/** K4: who did not review has confirmed nothing. */
function remarksIn(reviews: Round<SpecialistReview>): Remark[] {
  return [
    ...reviews.spoken.flatMap(({ by, reply }) =>
      reply.correction === null ? [] : [{ by, text: reply.correction }],
    ),
    ...reviews.absent.map(({ by, reason }) => ({
      by,
      text: `did not review the record: ${describeAbsenceReason(reason)}`,
    })),
  ];
}

function leadMissing({ by, reason }: Absence): Remark {
  return { by, text: `gave no text: ${describeAbsenceReason(reason)}` };
}
