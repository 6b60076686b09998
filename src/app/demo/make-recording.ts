/** Makes a recording from the journal of an ended debate, so that it can be played without its models. */
import type { DebateRecord } from "../../dissent.ts";
import {
  type Event,
  type ParticipantAbsent,
  type ReplyRecorded,
  type ReplyRejected,
  findSettlement,
  readOpening,
} from "../../domain/journal/event.ts";
import { listPromptDigests } from "../../domain/recorded-replies.ts";
import { SetupError } from "../../errors.ts";
import {
  type RecordedReply,
  type RecordingHead,
  formatSourcePath,
} from "../../models/recorded/recording.ts";
import { formatIsoDay } from "../../text/plain-text.ts";

export interface RecordingRequest {
  /** Where prompts and replies came from, for whoever looks at the folder. */
  readonly from: string;
  /** What the replies are; a recording for a test says that a script gave them. */
  readonly label?: string;
}

export const RECORDED_LABEL = "recorded replies of a language model";

/** Path in the recording's folder to the text of the file. */
export type RecordingFiles = ReadonlyMap<string, string>;

/** Throws where a debate cannot be played from its journal alone. */
export async function makeRecording(
  record: DebateRecord,
  { from, label = RECORDED_LABEL }: RecordingRequest,
): Promise<RecordingFiles> {
  const { events } = record;
  refuseUnplayable(record, label);
  const files = new Map<string, string>();
  files.set(
    "recording.json",
    `${JSON.stringify(describeRecording(events, { from, label }), null, 2)}\n`,
  );
  for (const { id, sha256 } of readOpening(events).brief.sources) {
    const text = await record.text(sha256);
    if (text === undefined) throw createUnplayableError(record.id, `the text ${id} is missing`);
    files.set(formatSourcePath(id), text);
  }
  const lines = listRecordedReplies(events).map((reply) => JSON.stringify(reply));
  files.set("replies.jsonl", `${lines.join("\n")}\n`);
  return files;
}

function describeRecording(
  events: readonly Event[],
  { from, label }: Required<RecordingRequest>,
): RecordingHead {
  const opened = readOpening(events);
  const { featureDir: _, ...brief } = opened.brief;
  const outcome = findSettlement(events)?.outcome;
  return {
    label,
    recorded: formatIsoDay(events[0]?.atMs ?? 0),
    from,
    protocol: opened.protocol,
    protocolVersion: opened.protocolVersion,
    debate: opened.debate,
    head: events.at(-1)?.hash ?? "",
    brief: brief as RecordingHead["brief"],
    participants: opened.participants,
    settings: opened.settings,
    timeoutMs: opened.timeoutMs,
    attest: opened.attest === true,
    salt: opened.salt,
    outcome: { label: outcome?.label ?? "", choice: outcome?.choice ?? null },
  };
}

function refuseUnplayable({ id, events }: DebateRecord, label: string): void {
  const facts = events.map(({ fact }) => fact);
  const has = (type: (typeof facts)[number]["type"]): boolean =>
    facts.some((fact) => fact.type === type);
  const { participants, forkedFrom } = readOpening(events);
  const silent = participants
    .filter(({ model }) => NO_MODELS.test(model))
    .map(({ id: seat }) => seat);
  const why = !has("debate-settled")
    ? "it has not ended"
    : forkedFrom !== null
      ? "it is a fork, whose first replies belong to another debate"
      : has("person-answered") || has("escalation-answered")
        ? "a person answered in it"
        : facts.some((fact) => fact.type === "participant-absent" && !fact.called)
          ? "a limit kept a seat from being asked"
          : label === RECORDED_LABEL && silent.length > 0
            ? `no language model sat in ${silent.join(", ")}`
            : null;
  if (why !== null) throw createUnplayableError(id, why);
}

const NO_MODELS = /^(?:offline|person|host|scripted|recorded)(?:\/|$)/;

function createUnplayableError(debate: string, why: string): SetupError {
  return new SetupError("bad-recording", `${debate} cannot be recorded: ${why}.`, {
    hint: "Run a debate with models in every seat to its end, and record that one.",
  });
}

type SpokenFact = ReplyRecorded | ReplyRejected | ParticipantAbsent;

/** In the order in which they were given. */
function listRecordedReplies(events: readonly Event[]): RecordedReply[] {
  const prompts = listPromptDigests(events);
  const rejected = new Set<string>();
  return events.flatMap(({ fact }): RecordedReply[] => {
    if (!isSpokenFact(fact)) return [];
    const attempt = rejected.has(fact.key) ? 2 : 1;
    if (fact.type === "reply-rejected") rejected.add(fact.key);
    const { speaker, usage } = fact;
    return [
      {
        at: `${fact.key}#${attempt}`,
        prompt: prompts.get(fact.key) ?? null,
        served: {
          model: speaker.served,
          version: speaker.version,
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
        },
        ...describeSpokenWords(fact, attempt),
      },
    ];
  });
}

function isSpokenFact(fact: Event["fact"]): fact is SpokenFact {
  return (
    fact.type === "reply-recorded" ||
    fact.type === "reply-rejected" ||
    fact.type === "participant-absent"
  );
}

function describeSpokenWords(
  fact: SpokenFact,
  attempt: number,
): Pick<RecordedReply, "reply" | "text" | "absent"> {
  switch (fact.type) {
    case "reply-recorded":
      return { reply: fact.reply };
    case "reply-rejected":
      return { text: fact.raw };
    case "participant-absent": {
      const { reason, detail, raw } = fact;
      // the repair was said, and could not be used either
      if (attempt === 2 && reason === "unreadable" && raw !== null) return { text: raw };
      return { absent: { reason, detail } };
    }
  }
}
