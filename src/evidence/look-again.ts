/** What a debate goes on with after its participants could ask for files again. */
import type { Brief } from "../domain/brief.ts";
import type { Participant } from "../domain/participant.ts";
import type { ExchangeSettings } from "../exchange/exchange-settings.ts";
import { createExchange } from "../exchange/reader-view.ts";
import type { Ask, Floor } from "../protocol.ts";
import type { GatheredEvidence } from "./gather-evidence.ts";

export interface LookAgain<Table> {
  readonly askAgain: GatheredEvidence["askAgain"];
  readonly seats: readonly Participant[];
  /** What they will be asked then. */
  readonly nextAsk: (table: Table, seat: Participant) => Ask<unknown>;
}

/** The very same table where nothing was found. */
export async function lookAgain<
  Table extends { readonly brief: Brief; readonly settings: ExchangeSettings },
>(floor: Floor, table: Table, { askAgain, seats, nextAsk }: LookAgain<Table>): Promise<Table> {
  const brief = await askAgain(seats, (seat) => nextAsk(table, seat));
  if (brief === table.brief) return table;
  return { ...table, brief, exchange: createExchange(floor, table.settings, brief) };
}
