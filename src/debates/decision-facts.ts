/** A person's part in a debate: the answer it waits for, or the decision beside its outcome. */
import { HOST_MODEL } from "../domain/awaited.ts";
import { type Event, type Fact, readOpening } from "../domain/journal/event.ts";
import { listAwaitedAnswers } from "../domain/journal/transcript.ts";
import { type OfferedChoice, findUnmetNeeds } from "../domain/outcome/choice-reason.ts";
import { OPEN_CHOICES } from "../domain/outcome/outcome.ts";
import { SetupError } from "../errors.ts";
import { isBlankText } from "../text/substance.ts";

export interface Decision {
  readonly choice: string;
  readonly reason: string;
  readonly by: string;
  /** The surface kept the panel's words back until this was chosen. */
  readonly blind?: boolean;
}

export interface SeatAnswer {
  /** The seat's id. */
  readonly seat: string;
  readonly text: string;
  readonly by: string;
  /** The model of the calling program answers: only for a seat that was given to it. */
  readonly from?: "host";
}

/** KP1: a person's answer for the seat that waits for it; a host's, where the seat is the host's. */
export function createAnswerFact(
  events: readonly Event[],
  { seat, text, by, from }: SeatAnswer,
): Fact {
  const waiting = listAwaitedAnswers(events);
  const found = waiting.find((one) => one.by === seat);
  const { debate, participants } = readOpening(events);
  if (
    found &&
    from === HOST_MODEL &&
    participants.find(({ id }) => id === seat)?.model !== HOST_MODEL
  ) {
    throw new SetupError("unknown-seat", `${seat} of ${debate} is a person's seat.`, {
      hint: `The person answers: dissent resume ${debate} --answer --seat ${seat}`,
    });
  }
  if (found) {
    const { key, attempt } = found;
    return { type: "person-answered", key, attempt, text, by, ...(from && { from }) };
  }
  const seats = waiting.map((one) => one.by).join(", ");
  throw new SetupError("not-decidable", `${debate} is not waiting for an answer of "${seat}".`, {
    hint: seats === "" ? `See where it stands: dissent show ${debate}` : `Waiting: ${seats}.`,
  });
}

/** K11: an open escalation is answered; a debate that has ended gets the person's decision beside it. */
export function createDecisionFact(
  events: readonly Event[],
  { choice, reason, by, blind }: Decision,
): Fact {
  const { debate } = readOpening(events);
  if (isBlankText(reason)) {
    throw new SetupError("not-decidable", "A decision needs a reason.", {
      hint: `Say why: dissent decide ${debate} ${choice} -m "…"`,
    });
  }
  const { raised, choices } = findOpenQuestion(events);
  const chosen = resolveChoices(choices, choice, { debate, many: raised?.many === true });
  const unmet = findUnmetNeeds(choices, chosen.split(","), reason);
  if (unmet.length > 0) {
    throw new SetupError(
      "not-decidable",
      `The reason for "${chosen}" does not name ${unmet.join("; ")}.`,
      {
        hint: `Name each of them, by its id: dissent decide ${debate} ${chosen} -m "…"`,
      },
    );
  }
  if (raised) return { type: "escalation-answered", key: raised.key, choice: chosen, reason, by };
  return { type: "decision-recorded", choice, reason, by, ...(blind === true && { blind }) };
}

/** A decision without an option lists what can be chosen. */
export function createMissingOptionError(events: readonly Event[]): SetupError {
  const { raised, choices } = findOpenQuestion(events);
  const { debate } = readOpening(events);
  const listed = choices.map(({ id, label }) => (label === id ? id : `${id} (${label})`));
  return new SetupError(
    "not-decidable",
    `No option was given. ${debate} offers ${listed.join(", ")}.`,
    {
      hint: formatChoiceHint(debate, choices, raised?.many === true),
    },
  );
}

interface OpenQuestion {
  /** The question that the debate waits with; undefined once it has ended. */
  readonly raised: Extract<Fact, { type: "escalation-raised" }> | undefined;
  readonly choices: readonly OfferedChoice[];
}

/** What a person can decide now; a running debate has nothing to decide yet. */
function findOpenQuestion(events: readonly Event[]): OpenQuestion {
  const { brief, debate } = readOpening(events);
  const facts = events.map(({ fact }) => fact);
  const answered = new Set(
    facts.flatMap((fact) => (fact.type === "escalation-answered" ? [fact.key] : [])),
  );
  const open = facts.find((fact) => fact.type === "escalation-raised" && !answered.has(fact.key));
  const settled = facts.find((fact) => fact.type === "debate-settled");
  const options =
    brief.options.length > 0 ? brief.options : (settled?.outcome.choices ?? OPEN_CHOICES);
  const raised = open?.type === "escalation-raised" ? open : undefined;
  if (!raised && !settled) {
    const [seat] = listAwaitedAnswers(events);
    throw new SetupError("not-decidable", `The debate ${debate} has not ended.`, {
      hint: seat
        ? `Answer for its seat first: dissent resume ${debate} --answer --seat ${seat.by}`
        : `Continue it with: dissent resume ${debate}`,
    });
  }
  return { raised, choices: raised?.choices ?? options };
}

function formatChoiceHint(
  debate: string,
  choices: readonly { readonly id: string }[],
  many: boolean,
): string {
  const example = `${choices[0]?.id ?? "A"}${many && choices[1] ? `,${choices[1].id}` : ""}`;
  return `Choose ${many ? "one or several" : "one"}: dissent decide ${debate} ${example} -m "why"`;
}

/** The choice as it is recorded: of several, each once, in the order in which they were offered. */
function resolveChoices(
  choices: readonly { readonly id: string }[],
  given: string,
  { debate, many }: { debate: string; many: boolean },
): string {
  const wanted = many ? given.split(",").map((one) => one.trim()) : [given];
  const stranger = wanted.find((one) => !choices.some(({ id }) => id === one));
  if (stranger === undefined) {
    const ids = choices.map(({ id }) => id).filter((id) => wanted.includes(id));
    return ids.join(",");
  }
  throw new SetupError(
    "bad-option",
    `"${stranger}" is not among ${choices.map(({ id }) => id).join(", ")}.`,
    { hint: formatChoiceHint(debate, choices, many) },
  );
}
