/** K21: reviewers ask for files beyond the change, before they find anything and again before they judge. */
import { describe, expect, test } from "vitest";

import { expectResumesAnywhere } from "../../../test/conformance/resume.ts";
import { verified } from "../../../test/support/journals/forge-journal.ts";
import { buildTestApp, listFactsOfType } from "../../../test/support/protocols/debate.ts";
import {
  changeBrief,
  finding,
  finds,
  holdReview,
  judges,
  oneFinding,
  verdict,
} from "../../../test/support/protocols/review.ts";
import { createSource } from "../../config/context/read-context.ts";
import type { RepositoryRequest } from "../../evidence/repository-request.ts";
import { joinPromptText } from "../../kernel/prompt-digest.ts";
import { type Script, scripted } from "../../models/scripted.ts";
import type { OutsideReader } from "../../protocol.ts";
import { review } from "./protocol.ts";

const GATEWAY = "export const LIMIT = 500; // charge refuses more";

/** A repository of two files, which gives the gateway to whoever asks for anything. */
const readOutside: OutsideReader = async (asked) => {
  const request = asked as unknown as RepositoryRequest;
  if (request.kind === "repository-index")
    return {
      answer: { commit: "3d74f716aa11", files: 2, tree: "src/\n  gateway.js" },
      sources: [],
    };
  const { wanted, prefix, summary, given, commit } = request;
  const isWanted = wanted.some((one) => one.length > 0);
  if (!isWanted || given.length > 0) return { answer: { commit, given, refused: [] }, sources: [] };
  const id = `${prefix}-1`;
  const piece = { id, kind: "lines", what: "src/gateway.js", from: 1, to: 1, of: 1 };
  return {
    answer: { commit, given: [{ ...piece, bytes: GATEWAY.length, redacted: 0 }], refused: [] },
    sources: [
      createSource(summary, "what was looked up in the repository", `${id}: src/gateway.js`),
      createSource(id, "src/gateway.js its one line", GATEWAY),
    ],
  };
};

const NOTHING = { reply: { requests: [] } };
const GATEWAY_PLEASE = {
  reply: { requests: [{ kind: "file", what: "src/gateway.js", within: "" }] },
};

const SEATS = ["correctness", "security", "operations"];

function asking(step: string, reply: Script[string]): Script {
  return Object.fromEntries(SEATS.map((seat) => [`${step}/${seat}`, reply ?? NOTHING]));
}

const refuting = judges(
  verdict("correctness-1", "refute", {
    reason: "The gateway that correctness-1 leaves out refuses every order above its own limit.",
    evidence: [{ kind: "quote", source: "repo-1", quote: "export const LIMIT = 500;" }],
  }),
);

/** Files are asked for only once the finding is known, and refute it. */
const late: Script = {
  ...oneFinding("refute", "refute", { "cross/security": refuting, "cross/operations": refuting }),
  ...asking("evidence", NOTHING),
  "evidence-again/security": GATEWAY_PLEASE,
  "evidence-again/operations": NOTHING,
  "defence/correctness": { crash: "down" },
};
const plan = { settings: { repo: true, repo_again: true } };

function holdLate(script: Script = late, brief = changeBrief(), settings = plan) {
  return holdReview(script, { plan: settings, brief, readOutside });
}

test("K21 the request begins with the very bytes of the findings prompt, and names the reviewer's lens", async () => {
  const { requests } = await holdLate();
  const find = (step: string) => requests.find(({ key }) => key.endsWith(`/${step}`));
  const [request, findings] = [find("evidence/security"), find("findings/security")];

  expect(request?.prompt[0]).toEqual(findings?.prompt[0]);
  await expect(joinPromptText(request?.prompt ?? [])).toMatchFileSnapshot(
    "prompts/__prompts__/request.md",
  );
  await expect(joinPromptText(find("evidence-again/security")?.prompt ?? [])).toMatchFileSnapshot(
    "prompts/__prompts__/request-again.md",
  );
});

test("K21 who examines a finding asks for what decides it, and may quote that", async () => {
  const held = await holdLate();

  const steps = listFactsOfType(held, "asks-committed").map(({ step }) => step);
  expect(steps).toEqual(["evidence", "findings", "evidence-again", "cross", "defence"]);
  const asked = listFactsOfType(held, "asks-committed")[2]?.asks.map(({ by }) => by);
  expect(asked).toEqual(["security", "operations"]);
  expect(held.outcome).toMatchObject({ label: "APPROVED" });
  expect(held.outcome?.result["findings"]).toMatchObject([
    { fate: "refuted", verdicts: [{ evidence: [{ source: "repo-1", verified: true }] }, {}] },
  ]);
  expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
});

test("EG1 nobody is asked again unless the settings say so, and nobody where nothing was found", async () => {
  const once = await holdLate(late, changeBrief(), { settings: { repo: true, repo_again: false } });
  const none = await holdLate({ ...asking("evidence", NOTHING), ...asking("findings", finds()) });

  for (const held of [once, none])
    expect(held.asked.some((key) => key.startsWith("evidence-again"))).toBe(false);
});

test("K13 cut after any event it resumes to the same outcome", async () => {
  await expectResumesAnywhere(await holdLate(), {
    appWith: ({ clock, asked }) =>
      buildTestApp({
        model: scripted(late, { clock }),
        protocol: review,
        clock,
        asked,
        readOutside,
      }),
  });
});

describe("a change of several parts", () => {
  test("K21 is shown by its names, and its files are asked for again in each part", async () => {
    const long = "// much of the same\n".repeat(150);
    const [one, other] = ["a", "b"].map((name) =>
      [
        `--- /dev/null`,
        `+++ b/src/${name}.js`,
        "@@ -0,0 +1,150 @@",
        ...long
          .trimEnd()
          .split("\n")
          .map((line) => `+${line}`),
        "",
      ].join("\n"),
    );
    const script: Script = {
      ...asking("evidence", NOTHING),
      ...[1, 2].reduce<Script>((all, part) => {
        const filed = finding({
          file: `src/${part === 1 ? "a" : "b"}.js`,
          side: "new",
          first_line: 1,
          last_line: 1,
          quote: "// much of the same",
        });
        return {
          ...all,
          ...asking(`findings-${part}`, finds()),
          [`findings-${part}/correctness`]: finds(filed),
          ...asking(`evidence-again${part === 1 ? "" : "-2"}`, NOTHING),
          ...asking(
            `cross-${part}`,
            judges(verdict(`correctness-${part}`, "cannot tell", { reason: "I cannot see it." })),
          ),
        };
      }, {}),
    };
    const brief = changeBrief({ diff: `${one}${other}`, texts: {} });
    const settings = { ...plan.settings, part_bytes: 5_000, parts: 2 };
    const held = await holdLate(script, brief, { settings });

    const [request] = held.requests;
    expect(joinPromptText(request?.prompt ?? [])).toContain("src/b.js +150 -0");
    expect(joinPromptText(request?.prompt ?? [])).not.toContain("much of the same");
    const steps = listFactsOfType(held, "asks-committed").map(({ step }) => step);
    expect(steps).toEqual([
      "evidence",
      "findings-1",
      "evidence-again",
      "cross-1",
      "findings-2",
      "evidence-again-2",
      "cross-2",
    ]);
    const { max } = held.app.plan("review", { brief, settings }).calls;
    expect(held.asked.length).toBeLessThanOrEqual(max);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });
});
