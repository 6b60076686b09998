/** Whom a debate waits for, and what that one is asked. */
import { seatsAsked } from "../app/seat-forms.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { HOST } from "../domain/awaited.ts";
import { opening } from "../domain/event.ts";
import { awaitedIn, transcriptOf } from "../domain/transcript.ts";
import { decideCommand, type Question, questionOf } from "./question.ts";
import { first, harmless, labelled, MOST, quoted } from "./quoted.ts";

type Told = Readonly<Record<string, unknown>>;

export interface Wait {
  readonly told: Told;
  /** What the agent does next. */
  readonly next: string;
}

// about ten thousand tokens; a host that is given more at once cuts it off itself
const LONGEST_PROMPT = 40_000;

/** Null where nobody is waited for. The host's seats come one at a time, and before anything that a person is asked. */
export async function waitOf(
  app: Pick<Dissent, "protocols">,
  record: DebateRecord,
  promptFrom = 0,
): Promise<Wait | null> {
  const { id, events } = record;
  const { participants } = opening(events);
  const awaited = awaitedIn(events);
  const isHosts = (seat: string): boolean =>
    participants.find((one) => one.id === seat)?.model === HOST;
  const hosted = awaited.find(({ by }) => isHosts(by));
  if (hosted) return hostWait(app, record, { seat: hosted.by, promptFrom });
  const [seat] = awaited;
  if (seat) {
    const command = `dissent answer ${id} --seat ${seat.by}`;
    return {
      told: { who: "person", seat: seat.by, step: seat.key, command },
      next: `A person holds the seat ${seat.by}. Tell the user to answer: ${command}`,
    };
  }
  const question = questionOf(events);
  if (!question || !isOpen(record, question)) return null;
  return {
    told: questionTold(id, question),
    next: "Call decide, so that the user answers. Do not answer for them.",
  };
}

/** An ended debate waits for nobody when its panel decided, or a person has. */
function isOpen({ events }: DebateRecord, { waits }: Question): boolean {
  const { outcome, decisions } = transcriptOf(events);
  return waits || (outcome?.ending === "open" && decisions.length === 0);
}

export function questionTold(debate: string, question: Question): Told {
  const { asks, choices, many } = question;
  return {
    who: "person",
    question: { quoted: quoted(asks) },
    choices: first(choices).shown.map(({ id, label }) => ({
      id: labelled(id),
      quoted: quoted(label, MOST.label),
    })),
    ...(many && { several: true }),
    command: decideCommand(debate, question),
  };
}

async function hostWait(
  app: Pick<Dissent, "protocols">,
  record: DebateRecord,
  { seat, promptFrom }: { seat: string; promptFrom: number },
): Promise<Wait | null> {
  const asked = (await seatsAsked(app, record)).find((one) => one.seat === seat);
  if (!asked) return null;
  const { key, prompt, schema, problems } = asked;
  const whole = harmless(prompt);
  const end = promptFrom + LONGEST_PROMPT;
  const part = whole.slice(promptFrom, end);
  const rest = whole.length > end;
  return {
    told: {
      who: "host",
      seat,
      step: key,
      prompt: part,
      ...(rest && { prompt_goes_on_from: end }),
      reply_schema: schema,
      ...(problems.length > 0 && { problems: problems.map((one) => quoted(one, MOST.sentence)) }),
    },
    next: rest
      ? `You hold the seat ${seat}. Read on first: check_debate with prompt_from ${end}.`
      : `You hold the seat ${seat}. Reply with answer_seat, from the prompt alone.`,
  };
}
