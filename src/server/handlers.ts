/** What answers the addresses about debates. */
import type { Context } from "hono";

import { DissentError } from "../errors.ts";
import { answered, asked, decided, forked, resumed, reverted } from "./acts.ts";
import type { Call, Handlers } from "./bind.ts";
import { eventStream } from "./event-stream.ts";
import type { Look } from "./look.ts";
import { actingDesk } from "./place.ts";
import { type DEBATE_ROUTES, STATUSES } from "./route-table.ts";
import { planned, started } from "./start.ts";

export interface Serving {
  readonly look: Look;
  /** A place among the streams; what is returned ends the stream, or makes the place free. */
  readonly enter: (c: Context) => { readonly signal: AbortSignal; readonly leave: () => void };
  /** Aborted when the server goes. */
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

type DebateHandlers = Handlers<typeof DEBATE_ROUTES>;

export function debateHandlers(serving: Serving): DebateHandlers {
  return { ...looking(serving), ...acting };
}

type Looking = "home" | "list" | "debate" | "findings" | "events" | "prompt" | "form" | "report";

function looking(serving: Serving): Pick<DebateHandlers, Looking> {
  const { look } = serving;
  return {
    home: ({ place }) => look.home(place),
    list: listed,
    debate: ({ debate }) => look.debate(debate),
    findings: ({ debate }) => look.findings(debate),
    events: (call) => streamed(serving, call),
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

async function streamed({ enter, closing, onDefect }: Serving, call: Call): Promise<Response> {
  const { c, place, debate } = call;
  // one that is not there is refused, not waited for
  const { length } = (await place.app.read(debate)).events;
  const { app, follow, clock } = place;
  const wanted = placeAfter(c.req.header("last-event-id")) ?? placeOf(c.req.query("from")) ?? 0;
  const { signal, leave } = enter(c);
  const stream = eventStream({
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

function placeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function placeAfter(text: string | undefined): number | undefined {
  const seen = placeOf(text);
  return seen === undefined ? undefined : seen + 1;
}

async function listed({ c, place }: Call): Promise<unknown> {
  const search = c.req.query("search")?.replaceAll("\0", " ").trim().slice(0, 500) ?? "";
  const status = STATUSES.find((one) => one === c.req.query("status"));
  const debates = await place.app.list({
    limit: Math.min(placeOf(c.req.query("limit")) ?? 100, 1000),
    ...(search !== "" && { search }),
    ...(status && { status }),
  });
  return { debates };
}

const acting: Omit<DebateHandlers, Looking> = {
  plan: ({ place, body }) => planned(place, body),
  async start({ place, body, note }) {
    const id = await started(place, body);
    await note(id, body.protocol);
    return { id };
  },
  async decide({ place, debate, body, note }) {
    const what = await decided(place, debate, body);
    await note(debate, body.choice);
    return { what };
  },
  async answer({ place, debate, body, note }) {
    await answered(place, debate, body);
    await note(debate, body.seat);
    return {};
  },
  async pause({ place, debate, body: { drop = false }, note }) {
    actingDesk(place);
    await place.holder.pause(debate, { drop });
    await note(debate, drop ? "turns in flight dropped" : "");
    return {};
  },
  async resume({ place, debate, body: { limits }, note }) {
    await resumed(place, debate, limits);
    await note(debate, limits === undefined ? "" : JSON.stringify(limits));
    return {};
  },
  async ask({ place, debate, body, note }) {
    const id = await asked(place, debate, body);
    await note(id, `of ${debate}`);
    return { id };
  },
  async fork({ place, debate, body, note }) {
    const id = await forked(place, debate, body);
    await note(id, `of ${debate}`);
    return { id };
  },
  async revert({ place, debate, body, note }) {
    const id = await reverted(place, debate, body);
    await note(id, `of ${debate}, without ${body.changes.slice(0, 50).join(", ")}`);
    return { id };
  },
};
