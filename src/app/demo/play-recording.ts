/**
 * Plans a recorded debate so that the real engine plays it.
 *
 * Each recording is rehearsed in memory first, which takes milliseconds: so the debate can say from its first line how
 * many of its prompts have changed since the replies were given.
 */
import { type Dissent, dissent } from "../../dissent.ts";
import type { Event } from "../../domain/journal/event.ts";
import type { Json } from "../../domain/json.ts";
import type { Participant } from "../../domain/participant.ts";
import { listPromptDigests } from "../../domain/recorded-replies.ts";
import { SetupError } from "../../errors.ts";
import {
  createRecordedModel,
  formatRecordedReference,
} from "../../models/recorded/recorded-model.ts";
import {
  type Recording,
  listRecordingNames,
  readRecording,
} from "../../models/recorded/recording.ts";
import type { Plan, PlanRequest } from "../../plan.ts";
import { memoryStore } from "../../stores/memory.ts";

export function listRecordings(folder: string): Recording[] {
  return listRecordingNames(folder).map((name) => readRecording(folder, name));
}

/** By its own name, else the first of a protocol of that name. */
export function chooseRecording(
  recordings: readonly Recording[],
  wanted: { readonly name: string; readonly protocols: readonly string[] },
): Recording {
  const { name, protocols } = wanted;
  const found =
    recordings.find((one) => one.name === name) ??
    recordings.find(({ head }) => head.protocol === name);
  if (found) return found;
  const what = protocols.includes(name)
    ? `No debate of ${name} has been recorded yet.`
    : `There is no recording "${name}".`;
  const names = recordings.map((one) => one.name).join(", ");
  throw new SetupError("no-recording", what, {
    hint:
      names === ""
        ? "This version ships no recordings. Debate with models of your own: dissent doctor"
        : `Play one of these: ${names}.`,
  });
}

/** Seats and settings as they were, with every model in the place of its recorded replies. */
export function planRecordedDebate(
  app: Pick<Dissent, "plan" | "protocols">,
  recording: Recording,
): Plan {
  const { name, head, brief } = recording;
  const references = new Map(
    head.participants.map(({ model }) => [model, formatRecordedReference(name, model)]),
  );
  const participants = head.participants.map((seat) => ({
    ...seat,
    model: references.get(seat.model) ?? seat.model,
  }));
  const settings = replaceReferences(head.settings, references) as Record<string, unknown>;
  const protocol = app.protocols.find(({ id }) => id === head.protocol);
  const table = protocol?.seating?.(brief, settings, []) ?? protocol?.seats ?? [];
  const plan = app.plan(head.protocol, {
    brief,
    settings,
    attest: head.attest,
    seats: seatRecorded(participants, table),
  });
  return { ...plan, participants, timeoutMs: head.timeoutMs, salt: head.salt };
}

/** Who sat, and nobody else: what is said before a debate depends on who sits in it. */
function seatRecorded(
  participants: readonly Participant[],
  table: readonly Pick<Participant, "id">[],
): NonNullable<PlanRequest["seats"]> {
  const empty = table.filter(({ id }) => !participants.some((seat) => seat.id === id));
  return Object.fromEntries([
    ...participants.map(({ id, model, name, stance }) => [
      id,
      { model, name, ...(stance !== null && { stance }) },
    ]),
    ...empty.map(({ id }) => [id, { seated: false }]),
  ]);
}

/** Settings may name models, such as those that were seen to work. */
function replaceReferences(value: Json, references: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return references.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaceReferences(one, references));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaceReferences(one, references)]),
  );
}

export interface Rehearsal {
  /** Prompts of this version. */
  readonly prompts: number;
  /** Of these, those that differ from what was answered. */
  readonly changed: number;
  readonly events: readonly Event[];
}

/** Plays a recording in memory, and compares each prompt with the one that was answered. */
export async function rehearseRecording(recording: Recording): Promise<Rehearsal> {
  const app = dissent({
    store: memoryStore(),
    modelFor: async (reference) => createRecordedModel(reference, recording),
  });
  const debate = await app.open(planRecordedDebate(app, recording), "demo");
  await app.run({ debate });
  const { events } = await app.read(debate);
  const digests = [...listPromptDigests(events)];
  const changed = digests.filter(
    ([key, digest]) => recording.replies.get(`${key}#1`)?.prompt !== digest,
  );
  return { prompts: digests.length, changed: changed.length, events };
}

/** One line where the prompts are no longer those that were answered; none where they are. */
export function describeChangedPrompts({ prompts, changed }: Rehearsal): string[] {
  return changed === 0
    ? []
    : [`${changed} of ${prompts} prompts have been reworded since the recording`];
}
