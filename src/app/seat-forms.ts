/** What the seats that wait for a person are asked. */
import * as z from "zod";

import { renderRecordedAsks } from "../audit/replay-debate.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { type AnswerAwaited, readOpening } from "../domain/event.ts";
import type { Json } from "../domain/json.ts";
import { listAwaitedAnswers } from "../domain/transcript.ts";
import { SetupError } from "../errors.ts";
import { createBlankReply } from "./reply-forms.ts";

export interface SeatReplyRequest {
  readonly seat: string;
  readonly key: string;
  /** The prompt as anyone in that seat would read it. */
  readonly prompt: string;
  /** JSON Schema of the reply. */
  readonly schema: Json;
  /** An empty reply to fill in. */
  readonly blank: Json;
  /** What the first answer was sent back for. */
  readonly problems: readonly string[];
}

/** All seats that wait for a person. */
export async function listSeatReplyRequests(
  { protocols }: Pick<Dissent, "protocols">,
  record: DebateRecord,
): Promise<SeatReplyRequest[]> {
  const waiting = listAwaitedAnswers(record.events);
  if (waiting.length === 0) return [];
  const { protocol: id } = readOpening(record.events);
  const protocol = protocols.find((one) => one.id === id);
  if (!protocol) throw new SetupError("unknown-protocol", `There is no protocol "${id}".`);
  const asked = await renderRecordedAsks(record.events, protocol, record.text);
  return waiting.flatMap((awaited) => {
    const found = asked.find(({ key }) => key === awaited.key);
    if (!found) return [];
    const schema = z.toJSONSchema(found.ask.reply) as Json;
    const { by: seat, key } = awaited;
    const blank = found.ask.blank?.() ?? createBlankReply(schema);
    return [
      {
        seat,
        key,
        prompt: found.prompt,
        schema,
        blank,
        problems: findReplyProblems(record, awaited),
      },
    ];
  });
}

function findReplyProblems(
  { events }: DebateRecord,
  { key, attempt }: AnswerAwaited,
): readonly string[] {
  if (attempt === 1) return [];
  const rejected = events
    .map(({ fact }) => fact)
    .findLast((fact) => fact.type === "reply-rejected" && fact.key === key);
  return rejected?.type === "reply-rejected" ? rejected.problems : [];
}
