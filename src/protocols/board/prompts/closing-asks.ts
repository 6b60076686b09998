/** Prompts of phase 3: synthesis, review, correction. */
import type { Participant } from "../../../domain/participant.ts";
import { type Round, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { documentText } from "../documents/synthesis-text.ts";
import { BoardReview, Synthesis } from "../replies.ts";
import { type BoardHearing, describeChoice, heldBy } from "../rules/board-debate.ts";
import { reviewProblems, synthesisProblems } from "../rules/closing/closing-checks.ts";
import { standingDissents } from "../rules/closing/dissents.ts";
import { listAlternatives, listRaisedRisks } from "../rules/closing/register.ts";
import { draftReview, listClaimDrafts } from "../rules/points.ts";
import { countHolders } from "../rules/positions.ts";
import { findBoardVoice, voices } from "../rules/voices.ts";
import { ownVoice, summarizePlainWords, viewFor } from "./anonymizer.ts";
import { briefSegment, ownTurnsText, buildBoardRecord, listReveals } from "./discussion-text.ts";
import type { BoardReviewInput, SynthesizeMatter } from "./prompt-input.ts";

interface Writing {
  readonly fence: Fence;
  readonly step?: string;
  /** The first version, in the correction. */
  readonly draft?: Spoken<Synthesis>;
  readonly reviews?: readonly Spoken<BoardReview>[];
}

/** F10, F11; with a draft it is the correction, of which there is one at most (F13). Everything said is shown uncut. */
export function writeSynthesis(
  hearing: BoardHearing,
  seat: Participant,
  { fence, step = "synthesis", draft, reviews = [] }: Writing,
): Ask<Synthesis> {
  const { brief } = hearing;
  const view = viewFor(hearing, step, { reader: seat.id, sealed: true });
  const { segments, reveals, order } = buildBoardRecord(hearing, { fence, view, since: null });
  const heard = view.inOrder(voices(hearing), (voice) => voice.seat.id);
  const first = draft ? heldBy(brief, { choice: draft.reply.verdict }) : null;
  const own = findBoardVoice(hearing, seat);
  const input: SynthesizeMatter = {
    kind: "board.synthesize",
    brief,
    seat,
    own: own ? view.anonymize(own) : null,
    voices: view.anonymize(heard),
    dissents: view.anonymize(
      standingDissents(hearing).map(({ id, text: words, about, round }) => ({
        id,
        text: words,
        about,
        round,
      })),
    ),
    risks: view.anonymize(listRaisedRisks(hearing)),
    alternatives: view.anonymize(
      listAlternatives(hearing).map(({ id, text: words }) => ({ id, text: words })),
    ),
    verdict: first,
  };
  const showing = { fence: view.fencing(fence), view };
  const told = draft ? [correctionText(hearing, { draft, reviews }, showing)] : [];
  const ask: Ask<Synthesis> = {
    prompt: [
      ...segments,
      { shared: false, text: indexText(hearing, showing) },
      ...told.map((words) => ({ shared: false, text: words })),
      { shared: false, text: draft ? correctionTask(seat) : synthesisTask(seat) },
    ],
    reply: Synthesis,
    promptInput: input,
    reveals: [...reveals, ...(draft ? [draft.key, ...reviews.map(({ key }) => key)] : [])],
    check: (reply) =>
      synthesisProblems(hearing, reply, { first, ...(view.hidden && { nameFor: view.findName }) }),
    says: ({ approach }) => summarizePlainWords(approach),
  };
  return view.bind(ask, { own: [], order });
}

/** What the synthesis must deal with, by id. */
function indexText(
  hearing: BoardHearing,
  { fence, view }: { fence: Fence; view: ReaderView },
): string {
  const stands = [...countHolders(hearing)].map(
    ([choice, held]) => `${describeChoice(hearing, choice)}: ${held.map(view.findName).join(", ")}`,
  );
  const dissents = standingDissents(hearing).map(
    ({ id, seat, about }) =>
      `${view.findClaimId(id)} of ${view.findName(seat.id)}, from ${view.findClaimId(about)}`,
  );
  const risks = listRaisedRisks(hearing).map(
    ({ id, text: words }) => `${view.findClaimId(id)}: ${words}`,
  );
  const alternatives = listAlternatives(hearing).map(({ id, text: words }) =>
    words.startsWith(id) ? words : `${view.findClaimId(id)}: ${words}`,
  );
  const list = (title: string, lines: readonly string[]): string =>
    `${title}:${lines.length === 0 ? " none" : `\n${lines.map((line) => `- ${line}`).join("\n")}`}`;
  const words = [
    list("Where they stand at the end", stands),
    list("Formal dissents that stand", dissents),
    list("Risks that were raised", risks),
    list("What can be chosen or rejected", alternatives),
  ].join("\n");
  return `An index of what was said\n${fence("index", view.anonymize(words))}`;
}

/** Checked in the correction as well, so said there too (K21). */
const SYNTHESIS_FIELDS = text`
    - verdict and approach: the decision, in a word and in a headline; then its reasoning, its conditions and the next
      step. A decision may be conditional ("measure first, then A or C by this rule").
    - rejected: everything in the last list of the index that somebody holds or proposed and that is not chosen, by its
      id, with the reason, in terms its supporters would recognise. Nothing that was not put forward.
    - risk_register: the risks by the ids under which they were raised, with likelihood, impact and mitigation. Join
      those that are one. Code adds their words and authors, and lists those you leave out. Add none of your own.
    - answers: for each formal dissent that stands, why it is overruled or how it was met. Code adds its words.
    - stand: whether you, speaking for your own seat, go along with this or dissent, and why.
`;

function synthesisTask(seat: Participant): string {
  return text`
    You are the ${seat.name} and write the synthesis of this debate. It is the record of all, not your own case.
    ${SYNTHESIS_FIELDS}
    How sure the board is, code computes from who goes along. A decision that fewer hold than another is possible, and
    its first line will say so.
  `;
}

function correctionText(
  hearing: BoardHearing,
  { draft, reviews }: { draft: Spoken<Synthesis>; reviews: readonly Spoken<BoardReview>[] },
  { fence, view }: { fence: Fence; view: ReaderView },
): string {
  const remarks = reviews.filter(({ reply }) => reply.accurate !== "yes");
  return [
    "This is the synthesis as it was reviewed.",
    fence("synthesis", documentText(hearing, draft.reply, view)),
    "These reviewers say that it is wrong about them, or that something of theirs is missing.",
    ...view
      .anonymize(remarks)
      .map(({ by, reply }) =>
        fence(
          `${reply.accurate === "no" ? "wrong" : "missing"}, says ${by}`,
          reply.misrepresented ?? "",
        ),
      ),
  ].join("\n\n");
}

function correctionTask(seat: Participant): string {
  return text`
    You are the ${seat.name} and wrote it. Correct what is wrong, add what is missing, and leave the rest as it is. The
    verdict stays: a correction is about how people are represented. Everyone reviews the new text again; whoever still
    objects is quoted beside it. Give the whole corrected synthesis; the same holds for it:
    ${SYNTHESIS_FIELDS}
  `;
}

interface Reviewing {
  readonly fence: Fence;
  readonly written: Spoken<Synthesis>;
  /** The first version and what was said of it, where this one corrects it. */
  readonly first?: { readonly draft: Spoken<Synthesis>; readonly reviews: Round<BoardReview> };
}

/** F12: whether the document says what its reader said, and whether the reader goes along. */
export function reviewSynthesis(
  hearing: BoardHearing,
  seat: Participant,
  { fence, written, first }: Reviewing,
): Ask<BoardReview> {
  const step = first ? "recheck" : "reviews";
  const view = viewFor(hearing, step, { reader: seat.id, sealed: true });
  const document = documentText(hearing, written.reply, view);
  const verdict = heldBy(hearing.brief, { choice: written.reply.verdict });
  const own = view.anonymize(ownVoice(hearing, seat));
  const input: BoardReviewInput = { kind: "board.review", seat, own, verdict, document };
  const fenced = view.fencing(fence);
  const shown = first
    ? `The synthesis, corrected\n${fenced("synthesis", markChanges(document, documentText(hearing, first.draft.reply, view)))}`
    : `The synthesis\n${fenced("synthesis", document)}`;
  const earlier = first && findSpokenTurn(first.reviews, seat.id);
  const ask: Ask<BoardReview> = {
    prompt: [
      briefSegment(hearing, fence),
      { shared: true, text: shown },
      {
        shared: false,
        text: `What you said\n${fenced("your words", ownTurnsText(hearing, seat.id, view))}`,
      },
      ...(earlier
        ? [
            {
              shared: false,
              text: `What you said of the first text\n${fenced("your review", describeReview(view.anonymize(earlier.reply)))}`,
            },
          ]
        : []),
      {
        shared: false,
        text: reviewTask(seat, { self: view.findName(seat.id), corrected: first !== undefined }),
      },
    ],
    reply: BoardReview,
    promptInput: input,
    // the document is made of everyone's words
    reveals: [...listReveals(hearing), written.key, ...(earlier ? [earlier.key] : [])],
    check: reviewProblems,
    claims: (reply) => listClaimDrafts(draftReview(reply, verdict)),
    says: ({ accurate, misrepresented, stand, stand_reason }) =>
      summarizePlainWords(
        `${stand}: ${stand_reason}${accurate === "yes" ? "" : ` (${accurate === "no" ? "misrepresented" : "incomplete"}: ${misrepresented ?? ""})`}`,
      ),
  };
  return view.bind(ask, { own: [], order: [] });
}

const CHANGED = "[changed] ";

/** A reviewer of the corrected text need not compare two long texts. */
function markChanges(document: string, before: string): string {
  const [now, then] = [document.split("\n"), before.split("\n")];
  const [known, kept] = [new Set(then), new Set(now)];
  const gone = then.filter((line) => !kept.has(line));
  return [
    ...now.map((line) => (known.has(line) ? line : `${CHANGED}${line}`)),
    ...(gone.length === 0 ? [] : ["", "No longer in it:", ...gone]),
  ].join("\n");
}

function describeReview({ accurate, misrepresented, stand, stand_reason }: BoardReview): string {
  return [
    `Accurate: ${accurate}${misrepresented === null ? "" : `. ${misrepresented}`}`,
    `Stand: ${stand}. ${stand_reason}`,
  ].join("\n");
}

function reviewTask(
  seat: Participant,
  { self, corrected }: { self: string; corrected: boolean },
): string {
  return text`
    You are the ${seat.name}, ${self} in the synthesis. ${corrected ? `This text replaces the first one; lines that are new or have new words begin with ${CHANGED.trim()}. What you said of the first text no longer counts, so say both again.` : "Read what it says of you and of your dissents."}
    Answer two questions that have nothing to do with each other.
    - accurate: does it say of you what you said? "no" if something is wrong, "incomplete" if something of yours that
      matters is missing; then say it in misrepresented, in words that can stand beside the text.
    - stand: do you go along with the decision, or dissent? You may go along although you would have chosen otherwise,
      and you may dissent although it is accurate. Give the reason in your own words; a dissent goes on record as it is.
  `;
}
