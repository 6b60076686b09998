/** What the list says of an ended debate beyond its summary: strength, who dissents, how the votes went. */
import { setImmediate as turn } from "node:timers/promises";

import { examineRecord } from "../app/project/audit-record.ts";
import type { Dissent } from "../dissent.ts";
import type { HomeCard } from "../page/page-payload.ts";
import type { ListedDebate } from "../store.ts";

/** A page asks again every few seconds, so that a long list fills up without making anyone wait. */
const MOST_NEW_CARDS = 8;

const knownCards = new WeakMap<Dissent, Map<string, { updatedMs: number; card: HomeCard }>>();

/** By debate; those that are not known yet follow when the list is asked for again. */
export async function listHomeCards(
  app: Dissent,
  debates: readonly ListedDebate[],
): Promise<Record<string, HomeCard>> {
  const known = knownCards.get(app) ?? new Map<string, { updatedMs: number; card: HomeCard }>();
  knownCards.set(app, known);
  const ended = debates.filter(({ status }) => status === "settled");
  const missing = ended.filter(({ id, updatedMs }) => known.get(id)?.updatedMs !== updatedMs);
  for (const { id, updatedMs } of missing.slice(0, MOST_NEW_CARDS)) {
    // a server has other pages to answer meanwhile
    await turn();
    const card = await readHomeCard(app, id);
    known.set(id, { updatedMs, card });
  }
  return Object.fromEntries(
    ended.flatMap(({ id }) => {
      const found = known.get(id);
      return found === undefined ? [] : [[id, found.card]];
    }),
  );
}

const UNREADABLE: HomeCard = { strength: null, dissenting: [], votes: [] };

async function readHomeCard(app: Dissent, id: string): Promise<HomeCard> {
  // a journal that cannot be read says so when it is opened
  const record = await app.read(id).catch(() => undefined);
  if (record === undefined) return UNREADABLE;
  const { audit, transcript } = await examineRecord(record);
  const { outcome, participants } = transcript;
  const findName = (seat: string): string =>
    participants.find((one) => one.id === seat)?.name ?? seat;
  return {
    strength: audit.strength,
    dissenting: [...new Set((outcome?.dissents ?? []).map(({ by }) => findName(by)))],
    votes: (outcome?.tallies ?? []).map(({ distribution }) =>
      Object.fromEntries(Object.entries(distribution).map(([id, { length }]) => [id, length])),
    ),
  };
}
