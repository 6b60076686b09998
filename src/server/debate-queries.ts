/** Queries that change nothing: debates, findings, prompts, forms, reports. */
import type { AppContext } from "../app/app-context.ts";
import { type StrengthCalibration, loadStrengthCalibration } from "../app/project/audit-record.ts";
import { listSeatReplyRequests } from "../app/reply-forms.ts";
import { resolveConfigWithFlags } from "../app/resolve-input.ts";
import { renderReport } from "../app/results/render-report.ts";
import { findModelSeating } from "../app/seating/model-seating.ts";
import type { DebateRecord } from "../dissent.ts";
import { readOpening } from "../domain/journal/event.ts";
import { sealRecord } from "../domain/journal/sealed-steps.ts";
import { readStepName } from "../domain/journal/steps.ts";
import { SetupError } from "../errors.ts";
import { type RenderedPrompt, renderDebatePrompts } from "../page/debate-prompts.ts";
import { createPageDebate } from "../page/page-debate.ts";
import { computePageFindings } from "../page/page-findings.ts";
import type { PageFindings, PageHome, SeatQuestion, SentPageDebate } from "../page/page-payload.ts";
import { needsFiles } from "../protocol.ts";
import { findFormWords } from "../protocols/form-words.ts";
import { isSlug } from "../text/slug.ts";
import { REPORT_FILE_FORMATS } from "./debate-routes.ts";
import { listHomeCards } from "./home-cards.ts";
import type { PageServerContext } from "./page-server-context.ts";
import { RequestRefusal } from "./refusal.ts";

export interface DebateQueries {
  /** As the requester sees it. */
  home(asking: PageServerContext): Promise<PageHome>;
  debate(id: string): Promise<SentPageDebate>;
  findings(id: string): Promise<PageFindings | null>;
  prompt(id: string, key: string): Promise<RenderedPrompt>;
  form(id: string, seat: string): Promise<SeatQuestion>;
  report(id: string, format: string): Promise<ReportDownload>;
}

export interface ReportDownload {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const MAX_HOME_DEBATES = 500;
const MAX_EVENTS_WITH_FINDINGS = 300;

export function createDebateQueries(server: PageServerContext): DebateQueries {
  const { app, context, runner: debateRunner } = server;
  // what follows from a journal is worked out once for each of its events, however many pages ask
  const findings = createLruMemo<PageFindings | null>(32);
  const prompts = createLruMemo<ReadonlyMap<string, RenderedPrompt> | null>(8);
  const reports = createLruMemo<string>(16);
  const judged = createJudgedCache(server);

  const findingsIn = async (record: DebateRecord): Promise<PageFindings | null> =>
    findings(readRecordHead(record), async () =>
      computePageFindings(record, { protocols: app.protocols, judged: await judged() }),
    );

  return {
    async home(asking) {
      const debates = await app.list({ limit: MAX_HOME_DEBATES });
      return {
        debates,
        cards: await listHomeCards(app, debates),
        ...(await describeStartOptions(asking)),
        project: server.project,
        ...(context === null && { readOnly: true as const }),
      };
    },

    async debate(id) {
      const record = sealRecord(await app.read(id));
      const isShort = record.events.length <= MAX_EVENTS_WITH_FINDINGS;
      const listed = await app.list({ limit: MAX_HOME_DEBATES });
      const forks = listed.filter(({ forkedFrom }) => forkedFrom === id);
      const { events: _, ...sent } = await createPageDebate(record, {
        rules: app.protocols,
        // a long one is shown first, and asks for them then
        findings: isShort ? await findingsIn(record) : null,
        held: await debateRunner.isRunningAnywhere(id),
        readOnly: context === null,
      });
      return {
        ...sent,
        ...(forks.length > 0 && {
          forks: forks.map((fork) => ({ id: fork.id, label: fork.label, choice: fork.choice })),
        }),
      };
    },

    findings: async (id) => findingsIn(sealRecord(await app.read(id))),

    async prompt(id, key) {
      const record = await app.read(id);
      const rendered = await prompts(readRecordHead(record), () =>
        renderDebatePrompts(record, app.protocols),
      );
      const found = rendered?.get(key);
      if (found) return found;
      throw new RequestRefusal(
        "not-found",
        rendered === null
          ? "The rules this debate began under are not at hand, so its prompts cannot be rendered."
          : "That was never asked.",
      );
    },

    async form(id, seat) {
      const record = await app.read(id);
      const asked = await listSeatReplyRequests(app, record);
      const found = asked.find((one) => one.seat === seat);
      const { protocol } = readOpening(record.events);
      if (found) return { ...found, ...findFormWords(protocol, readStepName(found.key)) };
      throw new SetupError("not-decidable", `${id} does not wait for "${seat}".`);
    },

    async report(id, format) {
      const known = isReportFormat(format) ? format : undefined;
      if (known === undefined) throw new RequestRefusal("bad-request", "There is no such format.");
      const { extension, type } = REPORT_FILE_FORMATS[known];
      const record = await app.read(id);
      const like = await judged();
      const text = await reports(`${readRecordHead(record)} ${known} ${JSON.stringify(like)}`, () =>
        renderReport(record, known, like),
      );
      return { name: `${isSlug(id) ? id : "debate"}.${extension}`, type, text };
    },
  };
}

// a server runs for weeks, and decisions are judged meanwhile
const JUDGED_CACHE_MS = 600_000;

function createJudgedCache({
  app,
  context,
  clock,
}: PageServerContext): () => Promise<StrengthCalibration> {
  let known: { readonly desk: AppContext; readonly sinceMs: number } | undefined;
  return async () => {
    if (context === null) return null;
    const nowMs = clock.nowMs();
    if (!known || nowMs - known.sinceMs > JUDGED_CACHE_MS)
      known = { desk: { ...context }, sinceMs: nowMs };
    try {
      return await loadStrengthCalibration(known.desk, app);
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
}

function readRecordHead({ events }: DebateRecord): string {
  return events.at(-1)?.hash ?? "";
}

function isReportFormat(word: string): word is keyof typeof REPORT_FILE_FORMATS {
  return Object.hasOwn(REPORT_FILE_FORMATS, word);
}

/** What can be started here, and who would sit. */
async function describeStartOptions({
  app,
  context,
}: PageServerContext): Promise<Pick<PageHome, "protocols" | "seating" | "person" | "models">> {
  if (context === null) return { protocols: [], seating: "", person: "" };
  // drafts and changes are files, which are named on the command line
  const protocols = app.protocols
    .filter(({ input }) => !needsFiles(input))
    .map(({ id, summary }) => ({ id, summary }));
  return { protocols, ...(await describeDefaultSeating(context)), person: context.person };
}

async function describeDefaultSeating(
  context: NonNullable<PageServerContext["context"]>,
): Promise<Pick<PageHome, "seating" | "models">> {
  try {
    const { values } = await resolveConfigWithFlags(context, {}, null);
    const { from, models } = await findModelSeating(context, values);
    const named = Object.values(values.participants).flatMap(({ model }) => model ?? []);
    const all = [...new Set([...models, ...named])];
    if (from === "offline")
      return { seating: "the built-in reader, which decides nothing", models: all };
    return {
      seating: from === "nothing" ? "no model is connected" : models.join(", "),
      models: all,
    };
  } catch (error) {
    // a mistake in the configuration stops a start, not a look
    if (error instanceof SetupError) return { seating: error.message };
    throw error;
  }
}

/** Remembers the last few of what is costly to work out, and works each out once however many ask at a time. */
function createLruMemo<Value>(
  most: number,
): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key, work) => {
    const found = known.get(key) ?? work();
    // asked for last, forgotten last
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}
