/** The addresses of the server, each bound to the one thing it does. */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import { type Bundle, type BundleSource, pageFor, PAGES } from "../page/bundle.ts";
import { answered, asked, decided, forked, resumed, reverted } from "./acts.ts";
import { crowd } from "./crowd.ts";
import { eventStream } from "./event-stream.ts";
import { guarded, type GuardSetting, withHeaders } from "./guard.ts";
import { frameOf } from "./locked-page.ts";
import { look } from "./look.ts";
import { actingDesk, type Place } from "./place.ts";
import { LARGEST_BODY, readJson } from "./read-json.ts";
import { Refusal, refused } from "./refusal.ts";
import {
  AnswerShape,
  AskShape,
  DecisionShape,
  ForkShape,
  PauseShape,
  ResumeShape,
  RevertShape,
  StartShape,
} from "./requests.ts";
import { planned, started } from "./start.ts";

export interface RouteSetting extends GuardSetting {
  readonly place: Place;
  readonly bundleOf: BundleSource;
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

export function routes(setting: RouteSetting): Hono {
  const app = new Hono();
  app.use(withHeaders);
  app.use(guarded(setting));
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }));
  addPages(app, setting);
  addLooks(app, setting.place);
  addStream(app, setting);
  addActs(app, setting.place);
  app.notFound(() => {
    throw new Refusal("not-found", "There is nothing here.", "Begin at /");
  });
  app.onError((error, c) => {
    const { status, body } = refused(error, setting.place.redact);
    if (body.error.code === "defect") setting.onDefect(error);
    return c.json(body, status);
  });
  return app;
}

function tooLarge(): never {
  throw new Refusal("too-large", "This is more than 1 MB.", "Send less, or use the command line.");
}

/** From memory, by name: no path a client sends is looked up anywhere. */
function addPages(app: Hono, { bundleOf, place }: RouteSetting): void {
  app.get("/", (c) => c.html(frameOf("home")));
  app.get("/debates/:id", async (c) => {
    const id = c.req.param("id");
    // one that is not there says so by itself; none is read whole for its name
    const found = (await place.app.list({ search: id })).find((one) => one.id === id);
    return c.html(frameOf(found ? pageFor(found.protocol) : "other"));
  });
  for (const page of PAGES) {
    const sent =
      (part: keyof Bundle, type: string) =>
      async (c: Context): Promise<Response> =>
        c.body((await bundleOf(page))[part], 200, typed(`${type}; charset=utf-8`));
    app.get(`/${page}.js`, sent("script", "text/javascript"));
    app.get(`/${page}.css`, sent("style", "text/css"));
  }
  app.get("/favicon.ico", (c) => c.body(null, 204));
}

function typed(type: string): Record<string, string> {
  return { "Content-Type": type };
}

// of a browser's six connections, two are left to ask with
const MOST_STREAMS = 4;

function addStream(app: Hono, { place, closing }: RouteSetting): void {
  const streams = crowd(MOST_STREAMS);
  app.get("/api/debates/:id/events", async (c) => {
    const debate = c.req.param("id");
    // one that is not there is refused, not waited for
    await place.app.read(debate);
    const { app: own, follow, clock } = place;
    const { signal, leave } = streams.enter();
    const stream = eventStream({
      debate,
      from: placeAfter(c.req.header("last-event-id")) ?? placeOf(c.req.query("from")) ?? 0,
      watch: (id, from, ended) => own.watch(id, from, ended),
      follow,
      clock,
      closing: AbortSignal.any([closing, signal]),
      onEnd: leave,
    });
    return c.body(stream, 200, typed("text/event-stream; charset=utf-8"));
  });
}

function addLooks(app: Hono, place: Place): void {
  const at = look(place);
  app.get("/api/home", async (c) => c.json(await at.home()));
  app.get("/api/debates", async (c) => c.json({ debates: await listed(place, c) }));
  app.get("/api/debates/:id", async (c) => c.json(await at.debate(c.req.param("id"))));
  app.get("/api/debates/:id/findings", async (c) => c.json(await at.findings(c.req.param("id"))));
  app.get("/api/debates/:id/prompts", async (c) =>
    c.json(await at.prompt(c.req.param("id"), c.req.query("key") ?? "")),
  );
  app.get("/api/debates/:id/form", async (c) =>
    c.json(await at.form(c.req.param("id"), c.req.query("seat") ?? "")),
  );
  app.get("/api/debates/:id/report", async (c) => {
    const { name, type, text } = await at.report(c.req.param("id"), c.req.query("format") ?? "md");
    return c.body(text, 200, {
      ...typed(type),
      "Content-Disposition": `attachment; filename="${name}"`,
    });
  });
}

function placeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function placeAfter(text: string | undefined): number | undefined {
  const seen = placeOf(text);
  return seen === undefined ? undefined : seen + 1;
}

const STATUSES = ["running", "paused", "waiting", "settled"] as const;

async function listed({ app }: Place, c: Context): Promise<unknown> {
  const search = c.req.query("search")?.trim().slice(0, 500) ?? "";
  const status = STATUSES.find((one) => one === c.req.query("status"));
  return app.list({
    limit: Math.min(placeOf(c.req.query("limit")) ?? 100, 1000),
    ...(search !== "" && { search }),
    ...(status && { status }),
  });
}

function addActs(app: Hono, place: Place): void {
  app.post("/api/plans", async (c) => c.json(await planned(place, await readJson(c, StartShape))));
  app.post("/api/debates", async (c) =>
    c.json({ id: await started(place, await readJson(c, StartShape)) }),
  );
  app.post("/api/debates/:id/decision", async (c) => {
    const decision = await readJson(c, DecisionShape);
    return c.json({ what: await decided(place, c.req.param("id"), decision) });
  });
  app.post("/api/debates/:id/answer", async (c) => {
    await answered(place, c.req.param("id"), await readJson(c, AnswerShape));
    return c.json({});
  });
  app.post("/api/debates/:id/pause", async (c) => {
    const { drop = false } = await readJson(c, PauseShape);
    actingDesk(place);
    await place.holder.pause(c.req.param("id"), { drop });
    return c.json({});
  });
  app.post("/api/debates/:id/resume", async (c) => {
    const { limits } = await readJson(c, ResumeShape);
    await resumed(place, c.req.param("id"), limits);
    return c.json({});
  });
  app.post("/api/debates/:id/ask", async (c) =>
    c.json({ id: await asked(place, c.req.param("id"), await readJson(c, AskShape)) }),
  );
  app.post("/api/debates/:id/fork", async (c) =>
    c.json({ id: await forked(place, c.req.param("id"), await readJson(c, ForkShape)) }),
  );
  app.post("/api/debates/:id/revert", async (c) =>
    c.json({ id: await reverted(place, c.req.param("id"), await readJson(c, RevertShape)) }),
  );
}
