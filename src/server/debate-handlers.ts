/** The handlers of the routes about debates. */
import type { Context } from "hono";

import { DissentError } from "../errors.ts";
import type { RouteCall, RouteHandlers } from "./bind-routes.ts";
import {
  answerDebateSeat,
  reopenDebateWithFacts,
  decideDebate,
  forkDebate,
  resumeDebate,
  revertMergeChanges,
} from "./debate-commands.ts";
import type { DebateQueries } from "./debate-queries.ts";
import { type DEBATE_ROUTES, DEBATE_STATUS_NAMES } from "./debate-routes.ts";
import { createEventStream } from "./event-stream.ts";
import { requireActingContext } from "./page-server-context.ts";
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

type QueryName = "home" | "list" | "debate" | "findings" | "events" | "prompt" | "form" | "report";

function createQueryHandlers(serving: DebateHandlerOptions): Pick<DebateHandlers, QueryName> {
  const { queries: look } = serving;
  return {
    home: ({ server: place }) => look.home(place),
    list: listMatchingDebates,
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
  const { length } = (await server.app.read(debate)).events;
  const { app, follow, clock } = server;
  const wanted =
    parseSequenceAfter(c.req.header("last-event-id")) ?? parseSequence(c.req.query("from")) ?? 0;
  const { signal, leave } = enter(c);
  const stream = createEventStream({
    debate,
    // whoever says to have seen what was never there is told what comes
    from: Math.min(wanted, length),
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
  const debates = await server.app.list({
    limit: Math.min(parseSequence(c.req.query("limit")) ?? 100, 1000),
    ...(search !== "" && { search }),
    ...(status && { status }),
  });
  return { debates };
}

const COMMAND_HANDLERS: Omit<DebateHandlers, QueryName> = {
  plan: ({ server: place, body }) => planDebateForPage(place, body),
  async start({ server: place, body, note }) {
    const id = await startDebateForPage(place, body);
    await note(id, body.protocol);
    return { id };
  },
  async decide({ server: place, debate, body, note }) {
    const what = await decideDebate(place, debate, body);
    await note(debate, body.choice);
    return { what };
  },
  async answer({ server: place, debate, body, note }) {
    await answerDebateSeat(place, debate, body);
    await note(debate, body.seat);
    return {};
  },
  async pause({ server: place, debate, body: { drop = false }, note }) {
    requireActingContext(place);
    await place.runner.pause(debate, { drop });
    await note(debate, drop ? "turns in flight dropped" : "");
    return {};
  },
  async resume({ server: place, debate, body: { limits }, note }) {
    await resumeDebate(place, debate, limits);
    await note(debate, limits === undefined ? "" : JSON.stringify(limits));
    return {};
  },
  async ask({ server: place, debate, body, note }) {
    const id = await reopenDebateWithFacts(place, debate, body);
    await note(id, `of ${debate}`);
    return { id };
  },
  async fork({ server: place, debate, body, note }) {
    const id = await forkDebate(place, debate, body);
    await note(id, `of ${debate}`);
    return { id };
  },
  async revert({ server: place, debate, body, note }) {
    const id = await revertMergeChanges(place, debate, body);
    await note(id, `of ${debate}, without ${body.changes.slice(0, 50).join(", ")}`);
    return { id };
  },
};
