/** Every answer that is JSON has the shape that the table says, to the field. */
import { expect, test } from "vitest";

import { DRAFT_A } from "../../../../test/support/documents/drafts.ts";
import { type Answer, served, START } from "../../../../test/support/page/page-server.ts";
import { servedTeam } from "../../../../test/support/team/team-server.ts";
import { ErrorAnswer } from "../../../server/answers.ts";
import { DEBATE_ROUTES } from "../../../server/debate-routes.ts";
import { isJsonAnswer } from "../../../server/route.ts";
import { TEAM_ROUTES } from "./team-route-table.ts";

const TABLE = { ...DEBATE_ROUTES, ...TEAM_ROUTES };
type Name = keyof typeof TABLE;

/** The answer, held to the schema of its route. */
function held(name: Name, answer: Answer): unknown {
  expect(answer.status, `${name}: ${answer.body.slice(0, 300)}`).toBe(200);
  const { answer: schema } = TABLE[name];
  if (!isJsonAnswer(schema)) throw new TypeError(`${name} has no shape.`);
  const value: unknown = JSON.parse(answer.body);
  expect(schema.parse(value), name).toEqual(value);
  return value;
}

const idIn = (value: unknown): string => (value as { id: string }).id;
const MERGE = {
  protocol: "merge",
  question: "",
  options: [],
  body: "",
  // each side changed something alone, which is taken without a vote
  variants: [
    { name: "ancestor.md", text: DRAFT_A },
    { name: "draft-0.md", text: DRAFT_A.replace("30 days", "31 days") },
    { name: "draft-1.md", text: DRAFT_A.replace("2026-03-01", "2026-04-01") },
  ],
};

test("of every route", async () => {
  const all = await servedTeam();
  const token = all.token();
  const seen = new Set<Name>();
  const get = async (name: Name, path: string): Promise<unknown> => {
    seen.add(name);
    return held(name, await all.ask(token, path));
  };
  const post = async (name: Name, path: string, body: unknown): Promise<unknown> => {
    seen.add(name);
    return held(name, await all.post(token, path, body));
  };

  await post("plan", "/api/plans", START);
  const id = idIn(await post("start", "/api/debates", START));
  await get("debate", `/api/debates/${id}`);
  await all.fleet.idle(id);
  const merged = idIn(await post("start", "/api/debates", MERGE));
  await all.fleet.idle(merged);
  const sat = idIn(await post("start", "/api/debates", { ...START, seats: { risk: "person" } }));
  await all.fleet.idle(sat);
  for (const one of [id, merged, sat]) {
    await get("debate", `/api/debates/${one}`);
    await get("findings", `/api/debates/${one}/findings`);
  }
  const form = (await get("form", `/api/debates/${sat}/form?seat=risk`)) as { blank: unknown };
  await post("answer", `/api/debates/${sat}/answer`, { seat: "risk", reply: form.blank });
  await all.fleet.idle(sat);
  await post("pause", `/api/debates/${sat}/pause`, {});
  await get("prompt", `/api/debates/${id}/prompts?key=openings/risk`);
  await post("decide", `/api/debates/${id}/decision`, { choice: "B", reason: "why" });
  const asked = idIn(await post("ask", `/api/debates/${id}/ask`, { facts: ["It rains."] }));
  await all.fleet.idle(asked);
  const fork = idIn(await post("fork", `/api/debates/${id}/fork`, { at: "openings" }));
  await all.fleet.idle(fork);
  await post("revert", `/api/debates/${merged}/revert`, { changes: [1] });
  await all.app.open(
    all.app.plan("judges", {
      brief: { ...(await readOpenedBrief(all.app, id)), id: "open" },
    }),
    "ann",
  );
  const [paused] = await all.app.list({ status: "running" });
  await post("resume", `/api/debates/${paused?.id}/resume`, {});
  await all.fleet.idle(paused?.id ?? "");
  await get("home", "/api/home");
  await get("list", "/api/debates?search=offline");
  await get("me", "/api/me");
  const issued = (await post("issue", "/api/tokens", {
    person: "bob",
    scopes: ["read"],
    budgetUsd: 2,
  })) as { grant: { id: string } };
  await post("revoke", `/api/tokens/${issued.grant.id}/revoke`, {});
  await get("tokens", "/api/tokens");
  await get("acts", "/api/acts?limit=50");
  await get("fleet", "/api/fleet");
  await get("document", "/api/openapi.json");
  await post("leave", "/api/log-out", {});

  const owed = (Object.keys(TABLE) as Name[]).filter((name) => isJsonAnswer(TABLE[name].answer));
  await get("statistics", "/api/statistics");
  expect([...seen].toSorted()).toEqual(owed.toSorted());
  expect(all.defects).toEqual([]);
});

async function readOpenedBrief(app: Awaited<ReturnType<typeof servedTeam>>["app"], id: string) {
  const [first] = (await app.read(id)).events;
  if (first?.fact.type !== "debate-opened") throw new Error("There is no beginning.");
  return { ...first.fact.brief, sources: [] };
}

test("of a person's own page, which has the same routes", async () => {
  const all = await served();
  const { id } = JSON.parse((await all.post("/api/debates", START)).body) as { id: string };
  await all.place.runner.waitUntilFree(id);

  held("home", await all.ask("/api/home"));
  held("debate", await all.ask(`/api/debates/${id}`));
  held("findings", await all.ask(`/api/debates/${id}/findings`));
  held("plan", await all.post("/api/plans", START));
});

test("of every refusal", async () => {
  const all = await servedTeam({ bounds: { burst: 6, requestsPerMinute: 1 } });
  const token = all.token(["read"]);
  const answers = [
    await all.ask(null, "/api/me"),
    await all.ask(token, "/api/tokens"),
    await all.ask(token, "/api/nothing"),
    await all.ask(token, "/api/debates/none-1"),
    await all.ask(token, "/api/debates/..%2f"),
    await all.post(all.token(), "/api/plans", {}),
    await all.ask(token, "/api/me", { headers: { host: "x" } }),
    await all.ask(token, "/api/me"),
    await all.ask(token, "/api/me"),
    await all.ask(token, "/api/me"),
  ];

  expect(answers.map(({ status }) => status)).toEqual([
    401, 403, 404, 404, 404, 400, 421, 200, 200, 429,
  ]);
  for (const { status, body } of answers) {
    if (status !== 200) ErrorAnswer.parse(JSON.parse(body));
  }
});

test("of a program that wants none of it but figures", async () => {
  const all = await servedTeam();
  const token = all.token();
  await all.ask(token, "/api/nothing");
  await all.ask(token, `/api/debates/${"x".repeat(50)}`);
  await all.ask(token, "/api/me", { method: "PROPFIND" });
  const { headers, body } = await all.ask(token, "/metrics");

  expect(headers["content-type"]).toContain("text/plain; version=0.0.4");
  const lines = body.trimEnd().split("\n");
  for (const line of lines)
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) .+|[a-z_]+(?:\{.+\})? [\d.e+-]+)$/);
  expect(body).toContain('dissent_requests_total{route="other",method="GET",status="404"} 1');
  expect(body).toContain('dissent_requests_total{route="other",method="other",status="404"} 1');
  expect(body).toContain('route="/api/debates/:debate",method="GET",status="404"} 1');
  expect(body).toContain('dissent_refusals_total{code="unknown-debate"} 1');
  expect(body).toContain('dissent_fleet_workers{state="live"} 1');
  expect(body).not.toContain("xxxx");
});
