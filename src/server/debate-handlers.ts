/** The handlers of the routes about debates. */
import type { Context } from "hono";

import { answerSeat, decideDebate } from "../app/commands/decide-debate.ts";
import { forkDebate, planReopening } from "../app/commands/fork-debate.ts";
import { resumeDebate } from "../app/commands/resume-debate.ts";
import { agreeUpTo } from "../app/commands/start-debate.ts";
import { computeProjectStatistics } from "../app/project/project-statistics.ts";
import { DissentError } from "../errors.ts";
import { revertChanges } from "../protocols/drafts.ts";
import { MOST_SEARCHED, searchClaims } from "./claim-search.ts";
import type { DebateQueries } from "./debate-queries.ts";
import { type DEBATE_ROUTES, DEBATE_STATUS_NAMES } from "./debate-routes.ts";
import { createEventStream } from "./event-stream.ts";
import { requireCommandContext } from "./page-server-context.ts";
import type { RouteCall, RouteHandlers } from "./route.ts";
import { planDebateForPage, startDebateForPage } from "./start-debate.ts";

export interface DebateHandlerOptions {
  readonly queries: DebateQueries;
  /** A place among the streams; what is returned ends the stream, or makes the place free. */
  readonly enterStream: (c: Context) => {
    readonly signal: AbortSignal;
    readonly leave: () => void;
  };
  /** Aborted when the server goes. */
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

type DebateHandlers = RouteHandlers<typeof DEBATE_ROUTES>;

export function createDebateHandlers(serving: DebateHandlerOptions): DebateHandlers {
  return { ...createQueryHandlers(serving), ...COMMAND_HANDLERS };
}

type QueryName =
  | "home"
  | "list"
  | "statistics"
  | "debate"
  | "findings"
  | "events"
  | "prompt"
  | "form"
  | "report";

function createQueryHandlers(serving: DebateHandlerOptions): Pick<DebateHandlers, QueryName> {
  const { queries: look } = serving;
  return {
    home: ({ server }) => look.home(server),
    list: listMatchingDebates,
    statistics: ({ server }) => computeProjectStatistics(server.app),
    debate: ({ debate }) => look.debate(debate),
    findings: ({ debate }) => look.findings(debate),
    events: (call) => respondEventStream(serving, call),
    prompt: ({ debate, c }) => look.prompt(debate, c.req.query("key") ?? ""),
    form: ({ debate, c }) => look.form(debate, c.req.query("seat") ?? ""),
    async report({ debate, c }) {
      const { name, type, text } = await look.report(debate, c.req.query("format") ?? "md");
      return c.body(text, 200, {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${name}"`,
      });
    },
  };
}

async function respondEventStream(
  { enterStream: enter, closing, onDefect }: DebateHandlerOptions,
  call: RouteCall,
): Promise<Response> {
  const { c, server, debate } = call;
  // one that is not there is refused, not waited for
  const { events } = await server.app.read(debate);
  const { app, follow, clock } = server;
  const wanted =
    parseSequenceAfter(c.req.header("last-event-id")) ?? parseSequence(c.req.query("from")) ?? 0;
  const { signal, leave } = enter(c);
  const stream = createEventStream({
    debate,
    // a client that claims to have seen events that never existed gets the next ones
    from: Math.min(wanted, events.length),
    known: events,
    watch: (id, from, ended) => app.watch(id, from, ended),
    follow,
    clock,
    // a client may be gone before the first word is sent, and then nobody reads
    closing: AbortSignal.any([closing, signal, c.req.raw.signal]),
    onEnd: leave,
    onTrouble(error) {
      // a database that is away is said to the client when it comes back
      if (!(error instanceof DissentError)) onDefect(error);
    },
  });
  return c.body(stream, 200, { "Content-Type": "text/event-stream; charset=utf-8" });
}

function parseSequence(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function parseSequenceAfter(text: string | undefined): number | undefined {
  const seen = parseSequence(text);
  return seen === undefined ? undefined : seen + 1;
}

async function listMatchingDebates({ c, server }: RouteCall): Promise<unknown> {
  const search = c.req.query("search")?.replaceAll("\0", " ").trim().slice(0, 500) ?? "";
  const status = DEBATE_STATUS_NAMES.find((one) => one === c.req.query("status"));
  const limit = Math.min(parseSequence(c.req.query("limit")) ?? 100, 1000);
  const wanted = status && { status };
  const debates = await server.app.list({ limit, ...(search !== "" && { search }), ...wanted });
  if (search === "" || debates.length >= limit) return { debates };
  const named = new Set(debates.map(({ id }) => id));
  const others = await server.app.list({ limit: MOST_SEARCHED, ...wanted });
  const more = await searchClaims(
    server.app,
    search,
    others.filter(({ id }) => !named.has(id)),
  );
  return { debates: [...debates, ...more].slice(0, limit) };
}

const COMMAND_HANDLERS: Omit<DebateHandlers, QueryName> = {
  plan: ({ server, body }) => planDebateForPage(server, body),
  async start({ server, body, note }) {
    const id = await startDebateForPage(server, body);
    await note(id, body.protocol);
    return { id };
  },
  async decide({ server, debate, body: { choice, reason, blind }, note }) {
    const commands = requireCommandContext(server);
    const { what } = await decideDebate(commands, debate, {
      choice,
      reason,
      by: commands.context.person,
      ...(blind === true && { blind }),
      results: "existing",
    });
    await note(debate, choice);
    return { what };
  },
  async answer({ server, debate, body: { seat, reply }, note }) {
    const commands = requireCommandContext(server);
    const text = JSON.stringify(reply ?? null);
    await answerSeat(commands, debate, { seat, text, by: commands.context.person });
    await note(debate, seat);
    return {};
  },
  async pause({ server, debate, body: { drop = false }, note }) {
    requireCommandContext(server);
    await server.runner.pause(debate, { drop });
    await note(debate, drop ? "turns in flight dropped" : "");
    return {};
  },
  async resume({ server, debate, body: { limits }, note }) {
    await resumeDebate(requireCommandContext(server), debate, limits);
    await note(debate, limits === undefined ? "" : JSON.stringify(limits));
    return {};
  },
  async ask({ server, debate, body: { facts, agreedUsd }, note }) {
    const commands = requireCommandContext(server);
    const record = await server.app.read(debate);
    const reopening = planReopening(record, facts, {
      fact: "A fact",
      unfinishedHint: "Let it end first, or fork it with the fact.",
    });
    const agree = agreeUpTo(agreedUsd);
    const id = await forkDebate(commands, { record, ...reopening, agree });
    await note(id, `of ${debate}`);
    return { id };
  },
  async fork({ server, debate, body: { agreedUsd, ...request }, note }) {
    const commands = requireCommandContext(server);
    const record = await server.app.read(debate);
    const id = await forkDebate(commands, { record, ...request, agree: agreeUpTo(agreedUsd) });
    await note(id, `of ${debate}`);
    return { id };
  },
  async revert({ server, debate, body: { changes, reason }, note }) {
    const { app, context } = requireCommandContext(server);
    const record = await app.read(debate);
    const id = await revertChanges(
      context,
      { record, numbers: changes, reason },
      async (replay, fork) => {
        await replay.run({ debate: fork });
        return fork;
      },
    );
    await note(id, `of ${debate}, without ${changes.slice(0, 50).join(", ")}`);
    return { id };
  },
};
