/** Whom a debate waits for, and what they are asked. */
import {
  type DecisionQuestion,
  findDecisionQuestion,
  formatAnswerCommand,
  formatDecideCommand,
} from "../app/commands/open-question.ts";
import { listSeatReplyRequests } from "../app/reply-forms.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { HOST_MODEL } from "../domain/awaited.ts";
import { readOpening } from "../domain/journal/event.ts";
import { listAwaitedAnswers, transcriptOf } from "../domain/journal/transcript.ts";
import {
  QUOTE_LIMITS,
  quoteForAgent,
  quoteLabel,
  stripSteeringCharacters,
  takeFirstEntries,
} from "./quote-text.ts";

type WaitDescription = Readonly<Record<string, unknown>>;

export interface DebateWait {
  readonly told: WaitDescription;
  /** What the agent does next. */
  readonly next: string;
}

// about ten thousand tokens; a host that is given more at once cuts it off itself
const MAX_SHOWN_PROMPT = 40_000;

/** Null where nobody is waited for. The host's seats come one at a time, and before anything that a person is asked. */
export async function findDebateWait(
  app: Pick<Dissent, "protocols">,
  record: DebateRecord,
  promptFrom = 0,
): Promise<DebateWait | null> {
  const { id, events } = record;
  const { participants } = readOpening(events);
  const awaited = listAwaitedAnswers(events);
  const isHosts = (seat: string): boolean =>
    participants.find((one) => one.id === seat)?.model === HOST_MODEL;
  const hosted = awaited.find(({ by }) => isHosts(by));
  if (hosted) return createHostWait(app, record, { seat: hosted.by, promptFrom });
  const [seat] = awaited;
  if (seat) {
    const command = formatAnswerCommand(record);
    return {
      told: { who: "person", seat: seat.by, step: seat.key, command },
      next: `A person holds the seat ${seat.by}. Tell the user to answer: ${command}`,
    };
  }
  const question = findDecisionQuestion(events);
  if (!question || !isQuestionOpen(record, question)) return null;
  return {
    told: describeDecisionQuestion(id, question),
    next: "Call decide, so that the user answers. Do not answer for them.",
  };
}

/** An ended debate waits for nobody when its panel decided, or a person has. */
function isQuestionOpen({ events }: DebateRecord, { waits }: DecisionQuestion): boolean {
  const { outcome, decisions } = transcriptOf(events);
  return waits || (outcome?.ending === "open" && decisions.length === 0);
}

export function describeDecisionQuestion(
  debate: string,
  question: DecisionQuestion,
): WaitDescription {
  const { asks, choices, many } = question;
  return {
    who: "person",
    question: { quoted: quoteForAgent(asks) },
    choices: takeFirstEntries(choices).shown.map(({ id, label }) => ({
      id: quoteLabel(id),
      quoted: quoteForAgent(label, QUOTE_LIMITS.label),
    })),
    ...(many && { several: true }),
    command: formatDecideCommand(debate, question),
  };
}

async function createHostWait(
  app: Pick<Dissent, "protocols">,
  record: DebateRecord,
  { seat, promptFrom }: { seat: string; promptFrom: number },
): Promise<DebateWait | null> {
  const asked = (await listSeatReplyRequests(app, record)).find((one) => one.seat === seat);
  if (!asked) return null;
  const { key, prompt, schema, problems } = asked;
  const whole = stripSteeringCharacters(prompt);
  const end = promptFrom + MAX_SHOWN_PROMPT;
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
      ...(problems.length > 0 && {
        problems: problems.map((one) => quoteForAgent(one, QUOTE_LIMITS.sentence)),
      }),
    },
    next: rest
      ? `You hold the seat ${seat}. Read on first: check_debate with prompt_from ${end}.`
      : `You hold the seat ${seat}. Reply with answer_seat, from the prompt alone.`,
  };
}
