/**
 * The built-in reader of a roundtable: no model and no judgement. It repeats what the brief itself marks as for or
 * against an option, says plainly what is missing, and never changes its mind.
 */
import type { Brief } from "../../domain/brief.ts";
import type { PromptInput } from "../../model.ts";
import { type MarkedPoint, readMarkedPoints } from "../marked-brief.ts";
import type {
  DiscussMatter,
  DraftMatter,
  LeadView,
  PositionMatter,
  ProposalMatter,
  ReviseMatter,
  ScoreMatter,
  TableConcern,
} from "./prompts/prompt-input.ts";
import type {
  CompromiseProposal,
  Discussion,
  Position,
  Proposal,
  RecordDraft,
  SatisfactionScore,
  SpecialistReview,
} from "./replies.ts";

export const roundtableReaders: Readonly<Record<string, (input: PromptInput) => unknown>> = {
  "roundtable.position": (input) => takePosition(input as PositionMatter),
  "roundtable.discuss": (input) => discuss(input as DiscussMatter),
  "roundtable.score": (input) => giveScore(input as ScoreMatter),
  "roundtable.propose": (input) => propose(input as ProposalMatter),
  "roundtable.draft": (input) => draftRecord((input as DraftMatter).view),
  "roundtable.revise": (input) => (input as ReviseMatter).draft,
  "roundtable.review": (): SpecialistReview => ({ accurate: "yes", correction: null }),
};

const NO_MODEL =
  "No language model sat here: only what the brief marks as for or against was read.";

/** The option with the most marked points for it, less those against it; none where that is a tie. */
function findMarkedOption(brief: Brief, points: readonly MarkedPoint[]): string | null {
  const weigh = (id: string): number =>
    points
      .filter(({ option }) => option === id)
      .reduce((sum, { side }) => sum + (side === "for" ? 1 : -1), 0);
  const [first, second] = brief.options
    .map(({ id }) => ({ id, weight: weigh(id) }))
    .toSorted((a, b) => b.weight - a.weight);
  if (!first || (second && second.weight === first.weight)) return null;
  return first.weight > 0 ? first.id : null;
}

/** A point goes to the seat whose domain shares a word with it; the first seat takes the rest. */
function listOwnPoints(
  { seat, specialists }: Pick<PositionMatter, "seat" | "specialists">,
  points: readonly MarkedPoint[],
): MarkedPoint[] {
  const owner = ({ quote }: MarkedPoint): string | undefined => {
    const words = new Set(listLongWords(quote));
    const match = specialists.find(({ id, stance }) =>
      listLongWords(`${id} ${stance ?? ""}`).some((word) => words.has(word)),
    );
    return (match ?? specialists[0])?.id;
  };
  return points.filter((point) => owner(point) === seat.id);
}

function listLongWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
}

function takePosition({ brief, seat, specialists }: PositionMatter): Position {
  const { points, missing } = readMarkedPoints(brief);
  const own = listOwnPoints({ seat, specialists }, points);
  const option = findMarkedOption(brief, points);
  const held = option === null ? "no option" : `option ${option}`;
  const quoted = own.filter(({ side }) => side === "for" && own.length > 0).slice(0, 4);
  return {
    position: `By what the brief marks, ${held} has the most in its favour; ${own.length} marked points concern ${seat.id}.`,
    position_option: option,
    reasoning: `${NO_MODEL} ${missing.join(" ")}`.trim(),
    evidence: quoted.map(toQuote),
    would_change_my_mind: "A brief that marks other points for or against the options.",
    missing_material:
      own.length === 0 ? [`Nothing in the brief is marked that concerns ${seat.id}.`] : [],
    concerns: own
      .filter(
        ({ side, option: about }) => side === "against" && (about === option || about === null),
      )
      .slice(0, 4)
      .map((point) => ({
        text: `The brief marks this against it: “${shorten(point.quote)}”`,
        detail: null,
        domain: seat.id,
        option: point.option,
        blocking: false,
        resolved_by: "A passage of the brief that answers this point.",
        evidence: [toQuote(point)],
      })),
  };
}

function toQuote({ source, quote }: MarkedPoint) {
  return { kind: "quote" as const, source, quote };
}

function shorten(words: string): string {
  const all = words.split(/\s+/);
  return all.length <= 14 ? words : `${all.slice(0, 14).join(" ")}…`;
}

/** It has nothing to add, and says so where someone waits or an assignment asks for more. */
function discuss({ view, owed, assigned }: DiscussMatter): Discussion {
  const { brief, concerns, messages } = view;
  const plain = { detail: null, option: null, evidence: [] };
  const answers = messages
    .filter(({ id }) => owed.includes(id))
    .map(({ id, by }) => ({
      ...plain,
      to: by,
      kind: "answer" as const,
      text: "This reader has no judgement and cannot answer beyond what the brief marks.",
      answers: [id],
    }));
  const against = readMarkedPoints(brief).points.filter(
    ({ side, option }) => side === "against" && (option === assigned?.option || option === null),
  );
  const counter = {
    ...plain,
    to: "all",
    kind: "counter_case" as const,
    text:
      against[0] === undefined
        ? "The brief marks nothing against the common answer, so no counter-case can be read from it."
        : `The brief itself marks this against it: “${shorten(against[0].quote)}”`,
    option: assigned?.option ?? null,
    answers: [],
    evidence: against.slice(0, 3).map(toQuote),
  };
  const open = {
    ...plain,
    to: "all",
    kind: "answer" as const,
    text: `Nothing new can be read from the brief about ${concerns.map(({ id }) => id).join(", ")}; it stays open.`,
    answers: [],
  };
  const messagesSent = [...answers, ...(assigned === null ? [] : [counter])];
  return {
    messages: messagesSent.length === 0 && concerns.length > 0 ? [open] : messagesSent,
    concerns: [],
    settled: [],
  };
}

/** Without judgement a score says only whether the brief marks anything against the proposal here. */
function giveScore({ view, target }: ScoreMatter): SatisfactionScore {
  const { proposal, concerns, seat, last } = view;
  const own = concerns.filter((one) => isOwn(one, seat.id));
  const satisfied = own.length === 0 && proposal !== null;
  const score = last?.counted ?? (satisfied ? target : target - 10);
  const option = last?.option ?? null;
  return {
    SATISFACTION: score,
    POSITION: satisfied
      ? `The brief marks nothing against it that concerns ${seat.id}; this reader cannot judge it.`
      : `The brief marks points against it that concern ${seat.id}, and nothing in it answers them.`,
    position_option: option,
    REMAINING_CONCERNS:
      score < target && own.length === 0
        ? [
            {
              id: null,
              text: "There is no proposal that the brief's marks could be compared with.",
              detail: null,
              domain: seat.id,
              option: null,
              blocking: false,
              resolved_by: "A written proposal from the lead.",
              evidence: [],
            },
          ]
        : [],
    my_concerns: concerns
      .filter(({ answers }) => answers.length > 0)
      .map(({ id }) => ({
        claim: id,
        state: "open" as const,
        because: [],
        why: "This reader cannot judge whether the answer settles it.",
      })),
    WOULD_ACCEPT_CURRENT: score >= target ? "yes" : "no",
    accepts_other_option: null,
    still_best: "cannot tell",
    still_best_why: NO_MODEL,
    raised_because: [],
    as_registered: null,
  };
}

/** Names are hidden in an anonymous exchange, where a concern has no domain: its own are all it is shown. */
function isOwn({ domain }: TableConcern, seat: string): boolean {
  return domain === "" || domain.trim().toLowerCase() === seat.toLowerCase();
}

/** The option that most hold, in the brief's own words; nothing is added. */
function propose({ view, stalled }: ProposalMatter): Proposal | CompromiseProposal {
  const { brief, positions, proposal, concerns } = view;
  const open = concerns.length > 0 ? concerns : positions.flatMap((one) => one.concerns);
  const not_satisfied =
    open.length === 0
      ? "Nobody named a concern."
      : `Open: ${open.map(({ id }) => id).join(", ")}; nothing in the brief answers them.`;
  const next: Proposal = proposal
    ? { ...proposal, changes: [], answers: [], not_satisfied }
    : { ...proposeFirst(brief, positions), not_satisfied };
  const { option, headline, answer, answers, changes } = next;
  const plain = { option, headline, answer, answers, changes, not_satisfied };
  if (!stalled) return plain;
  return {
    core_disagreement: "The brief marks points on both sides and says nothing that settles them.",
    compromises: [
      {
        text: "Answer the open concerns in the brief and hold the debate again.",
        built_from: open.slice(0, 12).map(({ id }) => id),
      },
    ],
    ...plain,
  };
}

function proposeFirst(
  brief: Brief,
  positions: LeadView["positions"],
): Omit<Proposal, "not_satisfied"> {
  const [held] = positions.flatMap(({ option }) => option ?? []);
  const chosen = brief.options.find(({ id }) => id === held);
  const answer = chosen
    ? `Option ${chosen.id}, ${chosen.label}. ${chosen.description}`.trim()
    : "The brief marks no answer as the better one, so this reader proposes none.";
  return {
    option: chosen?.id ?? null,
    headline: chosen
      ? `Option ${chosen.id}: ${shorten(chosen.label)}`
      : "No answer can be read from the brief.",
    answer,
    answers: [],
    changes: [
      {
        what: "The whole answer: it is the option that the positions read from the brief.",
        because: positions.slice(0, 12).map(({ id }) => id),
      },
    ],
  };
}

function draftRecord({ brief }: LeadView): RecordDraft {
  const { missing } = readMarkedPoints(brief);
  return {
    context: `${NO_MODEL} ${missing.join(" ")}`.trim(),
    implementation_guidance: [],
    consequences: { positive: [], negative: ["Nobody has judged the question."], neutral: [] },
  };
}
