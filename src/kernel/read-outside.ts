/**
 * What code reads outside of a debate: once, and from the journal ever after.
 *
 * KO1. The answer and every text are committed before anything is made of them.
 * KO2. A replay needs no access to what was read: it takes the recorded answer, and the texts by their hash.
 * KO3. A request other than the recorded one stops the debate, as other prompts do.
 * KO4. Ids of what was read are new in the debate, so a quote names one text (K7).
 * KO5. What cannot be read here pauses the debate, and is read when it is run where that can be done.
 */
import type { Source } from "../domain/brief.ts";
import type { OutsideRead } from "../domain/journal/event.ts";
import type { Json } from "../domain/json.ts";
import { DissentError, ProtocolError, ReplayError } from "../errors.ts";
import type { OutsideReader, OutsideReading } from "../protocol.ts";
import { sha256 } from "./journal/hash-chain.ts";
import type { Journal } from "./journal/journal.ts";
import type { KnownTexts } from "./known-texts.ts";
import { OutsideUnreadable } from "./suspension.ts";

export interface OutsideOptions {
  readonly journal: Journal;
  readonly known: KnownTexts;
  /** Left out where nothing can be read. */
  readonly readOutside?: OutsideReader | undefined;
  /** Texts of what was recorded. */
  readonly readText: (sha256: string) => Promise<string | undefined>;
}

export async function readOutsideOnce(
  { journal, known, readOutside, readText }: OutsideOptions,
  step: string,
  request: Json,
): Promise<OutsideReading> {
  const digest = sha256(JSON.stringify(request));
  const recorded = journal.index.outside.get(step);
  const reading = recorded
    ? await restoreReading(recorded, digest, readText)
    : await readNow(readOutside, request);
  const again = reading.sources.find(
    ({ id }, index) =>
      known.has(id) || reading.sources.findIndex((other) => other.id === id) !== index,
  );
  if (again) throw new ProtocolError(`The step ${step} reads a second source "${again.id}".`);
  if (!recorded) {
    const { answer, sources } = reading;
    const fact: OutsideRead = {
      type: "outside-read",
      key: step,
      request: digest,
      answer,
      sources: sources.map(({ id, title, sha256: hash, bytes }) => {
        return { id, title, sha256: hash, bytes };
      }),
    };
    const blobs = sources.map(({ sha256: hash, text }) => ({ sha256: hash, text }));
    await journal.record(fact, blobs);
  }
  known.add(reading.sources);
  return reading;
}

async function readNow(
  readOutside: OutsideReader | undefined,
  request: Json,
): Promise<OutsideReading> {
  if (!readOutside) throw new OutsideUnreadable("files of a repository cannot be read here");
  try {
    const { answer, sources } = await readOutside(request);
    // the JSON round trip is what a replay will see
    return { answer: JSON.parse(JSON.stringify(answer)) as Json, sources };
  } catch (error) {
    // whatever it is, nothing was asked yet: the debate can be run again
    if (error instanceof DissentError) throw new OutsideUnreadable(error.message);
    throw error;
  }
}

async function restoreReading(
  { key, request, answer, sources }: OutsideRead,
  digest: string,
  readText: OutsideOptions["readText"],
): Promise<OutsideReading> {
  if (request !== digest)
    throw new ReplayError(key, `The step "${key}" would now look for something else.`);
  const read = await Promise.all(
    sources.map(async (source): Promise<Source> => {
      const text = await readText(source.sha256);
      const isWhole = text !== undefined && sha256(text) === source.sha256;
      if (isWhole && Buffer.byteLength(text) === source.bytes) return { ...source, text };
      const what = text === undefined ? "is missing" : "was changed";
      throw new ReplayError(key, `The text of source ${source.id} ${what}.`);
    }),
  );
  return { answer, sources: read };
}
