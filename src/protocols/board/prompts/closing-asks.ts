/** Prompts of phase 3: synthesis, review, correction. */
import type { Participant } from "../../../domain/participant.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { documentText } from "../documents/synthesis-text.ts";
import { BoardReview, Synthesis } from "../replies.ts";
import { type BoardHearing, voices } from "../rules/board-debate.ts";
import { reviewProblems, synthesisProblems } from "../rules/reply-checks.ts";
import { ownVoice, spoken, viewFor } from "./anonymizer.ts";
import { recordOf } from "./discussion-text.ts";
import type { BoardReviewInput, SynthesizeMatter } from "./prompt-input.ts";

interface Objection {
  readonly by: string;
  readonly text: string;
}

interface Writing {
  readonly fence: Fence;
  readonly step?: string;
  readonly draft?: DraftTurn;
  readonly objections?: readonly Objection[];
}

/** F10, F11; with objections it is the correction, of which there is one at most (F13). */
export function writeSynthesis(
  hearing: BoardHearing,
  seat: Participant,
  { fence, step = "synthesis", draft, objections = [] }: Writing,
): Ask<Synthesis> {
  const { brief, seats } = hearing;
  const view = viewFor(hearing, step, { reader: seat.id, sealed: true });
  const { segments, reveals, order } = recordOf(hearing, fence, view);
  const heard = view.inOrder(voices(hearing), (voice) => voice.seat.id);
  const input: SynthesizeMatter = {
    kind: "board.synthesize",
    brief,
    seat,
    voices: view.anonymize(heard),
    alternatives: view.anonymize(alternativesIn(hearing)),
    objections: view.anonymize(objections),
    ...(view.hidden && { self: view.nameOf(seat.id) }),
  };
  const correction = draft
    ? [
        {
          shared: false,
          text: objectionText(hearing, { draft, objections }, { fence: view.fencing(fence), view }),
        },
      ]
    : [];
  const sitting = heard.map((voice) => voice.seat);
  const known = view.hidden ? sitting : seats;
  const ask: Ask<Synthesis> = {
    prompt: [
      ...segments,
      ...correction,
      { shared: false, text: draft ? correctionTask(seat) : synthesisTask(seat, known, view) },
    ],
    reply: Synthesis,
    promptInput: input,
    reveals: [...reveals, ...(draft ? [draft.key, ...draft.reviews] : [])],
    check: (reply) => synthesisProblems(brief, { seats: known, nameOf: view.nameOf }, reply),
    says: ({ chosen }) => spoken(chosen.approach),
  };
  return view.bind(ask, { own: [], order });
}

/** The first version, with the keys of the turns it and its reviews came from. */
export interface DraftTurn {
  readonly key: string;
  readonly reviews: readonly string[];
  readonly synthesis: Synthesis;
}

function alternativesIn({ statements }: BoardHearing): { by: string; text: string }[] {
  return statements.spoken.flatMap(({ by, reply }) => {
    if ("alternative" in reply) return [{ by, text: reply.alternative }];
    if ("moonshot" in reply) return [{ by, text: reply.moonshot }];
    return [];
  });
}

function synthesisTask(seat: Participant, known: readonly Participant[], view: ReaderView): string {
  return text`
    You are the ${seat.name} and write the synthesis of this debate. It is the record of all, not your own case.
    State the chosen approach with its reasoning, and every alternative that was seriously put forward and is
    rejected, with the reasoning, in terms its supporters would recognise. In the risk register, give each risk
    that was raised its likelihood, impact and mitigation, and the id of who raised it (${known.map(({ id }) => view.nameOf(id)).join(", ")}).
    State your confidence. Formal dissents are added word for word by others' hands; do not restate or answer them.
    Reply with one JSON object.
  `;
}

function objectionText(
  hearing: BoardHearing,
  { draft, objections }: { draft: DraftTurn; objections: readonly Objection[] },
  { fence, view }: { fence: Fence; view: ReaderView },
): string {
  return [
    "This is the synthesis as it was reviewed.",
    fence("synthesis", documentText(hearing, draft.synthesis, view)),
    "These participants say that it misrepresents them.",
    ...view.anonymize(objections).map(({ by, text: words }) => fence(`objection of ${by}`, words)),
  ].join("\n\n");
}

function correctionTask(seat: Participant): string {
  return text`
    You are the ${seat.name} and wrote it. Correct what is misrepresented and leave the rest as it is.
    There is one correction; whoever still objects will be quoted beside it.
    Reply with the whole corrected synthesis as one JSON object.
  `;
}

/** F12: whether the document says what its reader said. */
export function reviewSynthesis(
  hearing: BoardHearing,
  seat: Participant,
  {
    fence,
    written,
    corrected,
  }: { fence: Fence; written: { key: string; synthesis: Synthesis }; corrected: boolean },
): Ask<BoardReview> {
  const step = corrected ? "recheck" : "reviews";
  const view = viewFor(hearing, step, { reader: seat.id, sealed: true });
  const document = documentText(hearing, written.synthesis, view);
  const own = view.anonymize(ownVoice(hearing, seat));
  const { segments, reveals, order } = recordOf(hearing, fence, view);
  const input: BoardReviewInput = { kind: "board.review", seat, own, document };
  const ask: Ask<BoardReview> = {
    prompt: [
      ...segments,
      {
        shared: true,
        text: `The synthesis${corrected ? ", corrected" : ""}\n${view.fencing(fence)("synthesis", document)}`,
      },
      { shared: false, text: reviewTask(seat, view.nameOf(seat.id), corrected) },
    ],
    reply: BoardReview,
    promptInput: input,
    reveals: [...reveals, written.key],
    check: reviewProblems,
    says: ({ accurate, misrepresented }) =>
      spoken(accurate ? "accurate" : `misrepresented: ${misrepresented ?? ""}`),
  };
  return view.bind(ask, { own: [], order });
}

function reviewTask(seat: Participant, self: string, corrected: boolean): string {
  return text`
    You are the ${seat.name}, ${self} above. Review the synthesis for accuracy, not for whether you like it.
    ${corrected ? "You objected to the first version; this is the correction." : "Does it say of you what you said, and is your dissent, if you made one, given its due?"}
    If something is misrepresented, say what you really hold, in words that can stand beside it.
    Reply with one JSON object.
  `;
}
