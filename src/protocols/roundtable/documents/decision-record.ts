/**
 * T19, T24: the decision record. The decision is the accepted proposal; the lead drafts the text around it, and everyone
 * reviews it for their own domain.
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
import type { AdrCorrection } from "../prompts/prompt-input.ts";
import {
  type ClosedTable,
  type RecordDrafting,
  draftRecord,
  reviewRecord,
  reviseRecord,
} from "../prompts/record-asks.ts";
import type { RecordDraft, SpecialistReview } from "../replies.ts";

export interface OpenRemark {
  readonly by: string;
  readonly text: string;
  /** The reviewer calls the record wrong or incomplete, or did not review it. */
  readonly disputes: boolean;
}

export interface WrittenRecord {
  /** Null when the lead gave none; the decision stands without text around it. */
  readonly draft: RecordDraft | null;
  readonly revisions: number;
  readonly open_remarks: readonly OpenRemark[];
  readonly turns: readonly Turn<unknown>[];
}

export async function writeRecord(
  floor: Floor,
  closed: ClosedTable,
  drafting: RecordDrafting,
): Promise<WrittenRecord> {
  const { lead, specialists, settings } = closed.table;
  const turns: Turn<unknown>[] = [];
  const first = await floor.ask("adr-draft", lead, draftRecord(closed, drafting, floor.fence));
  turns.push(first);
  if (first.kind === "absent") {
    return { draft: null, revisions: 0, open_remarks: [describeMissingLead(first)], turns };
  }
  let draft: Spoken<RecordDraft> = first;
  for (let revisions = 0; ; revisions++) {
    const current = draft;
    const review = `adr-review-${revisions + 1}`;
    const reviews = await floor.round(review, specialists, (seat) =>
      reviewRecord(closed, { step: review, draft: current, seat }, floor.fence),
    );
    turns.push(...reviews.spoken, ...reviews.absent);
    const open_remarks = listRemarks(reviews);
    const corrections = listCorrections(reviews);
    const accurate = corrections.every((correction) => correction.accurate === "yes");
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
      const remarks = [...open_remarks, describeMissingLead(revised)];
      return { draft: draft.reply, revisions, open_remarks: remarks, turns };
    }
    draft = revised;
  }
}

function listCorrections(reviews: Round<SpecialistReview>): AdrCorrection[] {
  return reviews.spoken.map(({ by, reply: { accurate, correction } }) => ({
    by,
    accurate,
    correction,
  }));
}

/** K4: who did not review has confirmed nothing. */
function listRemarks(reviews: Round<SpecialistReview>): OpenRemark[] {
  return [
    ...reviews.spoken.flatMap(({ by, reply: { accurate, correction } }) =>
      correction === null ? [] : [{ by, text: correction, disputes: accurate !== "yes" }],
    ),
    ...reviews.absent.map(({ by, reason }) => ({
      by,
      text: `did not review the record: ${describeAbsenceReason(reason)}`,
      disputes: true,
    })),
  ];
}

function describeMissingLead({ by, reason }: Absence): OpenRemark {
  return { by, text: `gave no text: ${describeAbsenceReason(reason)}`, disputes: true };
}
