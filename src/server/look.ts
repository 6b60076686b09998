import type { Desk } from "../app/desk.ts";
/** Answers that change nothing: debates, findings, prompts, forms, reports. */
import { judgedHere, type Judged } from "../app/project/audited.ts";
import { type Format, render } from "../app/results/formats.ts";
import { seatsAsked } from "../app/seat-forms.ts";
import { seatingFor } from "../app/seating.ts";
import { configurationFor } from "../app/settle.ts";
import type { DebateRecord } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import { findingsOf } from "../page/findings.ts";
import { pageDebateOf } from "../page/page-debate.ts";
import type { Findings, PageHome, SeatQuestion, SentDebate } from "../page/payload.ts";
import { promptsOf, type RenderedPrompt } from "../page/prompts.ts";
import { isSlug } from "../text/slug.ts";
import { lately } from "./lately.ts";
import type { Place } from "./place.ts";
import { Refusal } from "./refusal.ts";

export interface Look {
  /** As whoever asks finds it. */
  home(asking: Place): Promise<PageHome>;
  debate(id: string): Promise<SentDebate>;
  findings(id: string): Promise<Findings | null>;
  prompt(id: string, key: string): Promise<RenderedPrompt>;
  form(id: string, seat: string): Promise<SeatQuestion>;
  report(id: string, format: string): Promise<Download>;
}

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const MOST_LISTED = 500;
const MOST_READ_AT_ONCE = 300;

export function look(place: Place): Look {
  const { app, desk, holder } = place;
  // what follows from a journal is worked out once for each of its events, however many pages ask
  const findings = lately<Findings | null>(32);
  const prompts = lately<ReadonlyMap<string, RenderedPrompt> | null>(8);
  const judged = judgedLately(place);

  const findingsIn = async (record: DebateRecord): Promise<Findings | null> =>
    findings(headOf(record), async () =>
      findingsOf(record, { protocols: app.protocols, judged: await judged() }),
    );

  return {
    async home(asking) {
      return {
        debates: await app.list({ limit: MOST_LISTED }),
        ...(await startable(asking)),
        project: place.project,
        ...(desk === null && { readOnly: true as const }),
      };
    },

    async debate(id) {
      const record = await app.read(id);
      const isShort = record.events.length <= MOST_READ_AT_ONCE;
      const { events: _, ...sent } = await pageDebateOf(record, {
        rules: app.protocols,
        // a long one is shown first, and asks for them then
        findings: isShort ? await findingsIn(record) : null,
        held: await holder.isHeld(id),
        readOnly: desk === null,
      });
      return sent;
    },

    findings: async (id) => findingsIn(await app.read(id)),

    async prompt(id, key) {
      const record = await app.read(id);
      const rendered = await prompts(headOf(record), () => promptsOf(record, app.protocols));
      const found = rendered?.get(key);
      if (found) return found;
      throw new Refusal(
        "not-found",
        rendered === null
          ? "The rules this debate began under are not at hand, so its prompts cannot be rendered."
          : "Nobody was asked that.",
      );
    },

    async form(id, seat) {
      const asked = await seatsAsked(app, await app.read(id));
      const found = asked.find((one) => one.seat === seat);
      if (found) return found;
      throw new SetupError("not-decidable", `${id} does not wait for "${seat}".`);
    },

    async report(id, format) {
      const known = isFormat(format) ? format : undefined;
      if (known === undefined) throw new Refusal("bad-request", "There is no such format.");
      const { extension, type } = FORMATS[known];
      const text = await render(await app.read(id), known, await judged());
      return { name: `${isSlug(id) ? id : "debate"}.${extension}`, type, text };
    },
  };
}

// a server runs for weeks, and decisions are judged meanwhile
const JUDGED_FOR_MS = 600_000;

function judgedLately({ desk, clock }: Place): () => Promise<Judged> {
  let known: { readonly desk: Desk; readonly sinceMs: number } | undefined;
  return async () => {
    if (desk === null) return null;
    const nowMs = clock.nowMs();
    if (!known || nowMs - known.sinceMs > JUDGED_FOR_MS)
      known = { desk: { ...desk }, sinceMs: nowMs };
    try {
      return await judgedHere(known.desk);
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
}

function headOf({ events }: DebateRecord): string {
  return events.at(-1)?.hash ?? "";
}

const FORMATS = {
  md: { extension: "md", type: "text/markdown; charset=utf-8" },
  adr: { extension: "adr.md", type: "text/markdown; charset=utf-8" },
  json: { extension: "json", type: "application/json" },
  yaml: { extension: "yaml", type: "application/yaml" },
  jsonl: { extension: "jsonl", type: "application/x-ndjson" },
  html: { extension: "html", type: "text/html; charset=utf-8" },
} as const satisfies Readonly<Partial<Record<Format, { extension: string; type: string }>>>;

function isFormat(word: string): word is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, word);
}

/** What can be started here, and who would sit. */
async function startable({
  app,
  desk,
}: Place): Promise<Pick<PageHome, "protocols" | "seating" | "person">> {
  if (desk === null) return { protocols: [], seating: "", person: "" };
  // a merge takes files, which are named on the command line
  const protocols = app.protocols
    .filter(({ id }) => id !== "merge")
    .map(({ id, summary }) => ({ id, summary }));
  return { protocols, seating: await seatingWords(desk), person: desk.person };
}

async function seatingWords(desk: NonNullable<Place["desk"]>): Promise<string> {
  try {
    const { values } = await configurationFor(desk, {}, null);
    const { models } = await seatingFor(desk, values);
    return models.length === 0 ? "built-in readers, no language model" : models.join(", ");
  } catch (error) {
    // a mistake in the configuration stops a start, not a look
    if (error instanceof SetupError) return error.message;
    throw error;
  }
}
