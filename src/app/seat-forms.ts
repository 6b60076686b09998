/** What the seats that wait for a person are asked. */
import * as z from "zod";

import { asksIn } from "../audit/replay.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { type AnswerAwaited, opening } from "../domain/event.ts";
import type { Json } from "../domain/json.ts";
import { awaitedIn } from "../domain/transcript.ts";
import { SetupError } from "../errors.ts";
import { blankOf } from "./form.ts";

export interface SeatAsked {
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
export async function seatsAsked(
  { protocols }: Pick<Dissent, "protocols">,
  record: DebateRecord,
): Promise<SeatAsked[]> {
  const waiting = awaitedIn(record.events);
  if (waiting.length === 0) return [];
  const { protocol: id } = opening(record.events);
  const protocol = protocols.find((one) => one.id === id);
  if (!protocol) throw new SetupError("unknown-protocol", `There is no protocol "${id}".`);
  const asked = await asksIn(record.events, protocol, record.text);
  return waiting.flatMap((awaited) => {
    const found = asked.find(({ key }) => key === awaited.key);
    if (!found) return [];
    const schema = z.toJSONSchema(found.ask.reply) as Json;
    const { by: seat, key } = awaited;
    const blank = found.ask.blank?.() ?? blankOf(schema);
    return [
      { seat, key, prompt: found.prompt, schema, blank, problems: problemsWith(record, awaited) },
    ];
  });
}

function problemsWith(
  { events }: DebateRecord,
  { key, attempt }: AnswerAwaited,
): readonly string[] {
  if (attempt === 1) return [];
  const rejected = events
    .map(({ fact }) => fact)
    .findLast((fact) => fact.type === "reply-rejected" && fact.key === key);
  return rejected?.type === "reply-rejected" ? rejected.problems : [];
}
