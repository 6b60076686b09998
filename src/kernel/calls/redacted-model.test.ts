import { describe, expect, test } from "vitest";

import { openingRequest } from "../../../test/conformance/model.ts";
import { hearAll } from "../../../test/support/agents/vendors.ts";
import { type Model, ModelError, type ModelEvent, type AnswerMetadata } from "../../model.ts";
import { createRedactor } from "../../text/redact.ts";
import { createRedactedModel } from "./redacted-model.ts";

const KEY = "sk-ant-0123456789abcdefghij";
const SPACED = "correct horse battery staple";
const redact = createRedactor({ SOME_API_KEY: KEY, DB_PASSWORD: SPACED });
const SERVED: AnswerMetadata = {
  provider: "acme",
  model: "large",
  version: null,
  inputTokens: 1,
  outputTokens: 1,
  costUsd: 0,
};

function modelThat(answer: () => AsyncGenerator<ModelEvent>): Model {
  return { id: "acme/large", worstCase: () => ({ tokens: 1, usd: 0 }), answer };
}

function saying(pieces: readonly string[]): Model {
  return modelThat(async function* () {
    for (const text of pieces) yield { type: "text-delta", text };
    yield { type: "answer-given", text: pieces.join(""), served: SERVED };
  });
}

/** Every text that was told, and all of them as one. */
async function told(pieces: readonly string[]): Promise<{ each: string[]; whole: string }> {
  const { events } = await hearAll(createRedactedModel(saying(pieces), redact));
  const each = events.flatMap((event) =>
    event.type === "text-delta" && event.text !== "" ? [event.text] : [],
  );
  return { each, whole: each.join("") };
}

describe("RM2 no secret is told in pieces", () => {
  test("wherever a key is cut", async () => {
    const speech = `The key is ${KEY} and that is all. `;
    for (let first = 0; first <= speech.length; first++) {
      for (let second = first; second <= speech.length; second++) {
        const pieces = [speech.slice(0, first), speech.slice(first, second), speech.slice(second)];
        const { each, whole } = await told(pieces);

        expect(whole).toBe("The key is [redacted] and that is all. ");
        expect(each.join("|")).not.toContain("sk-");
      }
    }
  });

  test.each([
    ["a key of a vendor that nobody here has", `say sk-proj-${"a1B2".repeat(20)} now`],
    ["a password with its name", 'set password = "tr0ub4dor-and-three" now'],
    ["a password with spaces in it", `it is ${SPACED} now`],
    ["a bearer token", `Authorization: Bearer ${"a1B2".repeat(8)} now`],
    ["a secret key of AWS", `aws secret access key = ${"aB3/".repeat(10)} now`],
    ["a password in an address", "use postgres://team:hunter2-hunter2@db/x now"],
    ["a key behind escapes", `say ${KEY.replaceAll("-", "\\u002d")} now`],
    [
      "a private key with its lines",
      `see -----BEGIN RSA PRIVATE KEY-----\n${"aB3/".repeat(16)}\n${"cD5+".repeat(16)}\nxyz=\n-----END RSA PRIVATE KEY----- now`,
    ],
    [
      "a private key inside JSON",
      `{"a": "-----BEGIN PRIVATE KEY-----\\n${"aB3/".repeat(16)}\\nxyz=\\n-----END PRIVATE KEY-----\\n"} now`,
    ],
  ])("letter by letter: %s", async (_, speech) => {
    const { whole } = await told(Array.from(speech));
    const atOnce = await told([speech]);

    expect(whole).toBe(atOnce.whole);
    expect(whole).toContain("[redacted]");
    expect(whole).toMatch(/ now$/);
    for (const secret of ["a1B2a1B2", "tr0ub4dor", "horse", "aB3/aB3/", "cD5+", "xyz", "hunter2"]) {
      expect(whole).not.toContain(secret);
    }
  });

  test("letter by letter, inside a long run without spaces", async () => {
    const run = "a".repeat(9_000);
    const { whole } = await told(Array.from(`${run}${KEY}${run} end `));

    expect(whole).toBe(`${run}[redacted]${run} end `);
  });

  test("words without spaces between them are told as they come", async () => {
    expect((await told(["同期の", "不具合は"])).each).toEqual(["同期の", "不具合は"]);
  });

  test("what was kept back is told when a try fails, so that it is charged for", async () => {
    const model = modelThat(async function* () {
      yield { type: "text-delta", text: "half an" };
      throw new ModelError("unavailable", "torn");
    });

    expect((await hearAll(createRedactedModel(model, redact))).deltas).toBe("half an");
  });
});

describe("RM1 no secret leaves", () => {
  test("in an answer, in who gave it, or in why it was asked for again", async () => {
    const model = modelThat(async function* () {
      yield { type: "try-failed", reason: `401 for ${KEY}`, tries: 1, delayMs: 0 };
      const served = { ...SERVED, provider: KEY, model: `x ${KEY}`, version: KEY };
      yield { type: "answer-given", text: `{"say":"${KEY}"}`, served };
    });
    const { events } = await hearAll(createRedactedModel(model, redact));

    expect(events).toEqual([
      { type: "try-failed", reason: "401 for [redacted]", tries: 1, delayMs: 0 },
      {
        type: "answer-given",
        text: '{"say":"[redacted]"}',
        served: {
          ...SERVED,
          provider: "[redacted]",
          model: "x [redacted]",
          version: "[redacted]",
        },
      },
    ]);
  });

  test("in an error, which keeps its reason and loses its cause", async () => {
    const served = { ...SERVED, model: KEY };
    const thrown = new ModelError("refused", `no: ${KEY}`, {
      served,
      keyRefused: true,
      cause: new Error(KEY),
    });
    const model = modelThat(async function* () {
      yield { type: "text-delta", text: "a " };
      throw thrown;
    });
    const { error } = await hearAll(createRedactedModel(model, redact));

    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({
      reason: "refused",
      message: "no: [redacted]",
      keyRefused: true,
      served: { model: "[redacted]" },
    });
    expect(error).not.toHaveProperty("cause");
  });

  test("in an error that no model may throw", async () => {
    const model = modelThat(async function* () {
      yield { type: "text-delta", text: "a " };
      throw new TypeError(`bad header ${KEY}`, { cause: KEY });
    });
    const { error } = await hearAll(createRedactedModel(model, redact));

    expect(error).not.toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ message: "bad header [redacted]" });
    expect(error).not.toHaveProperty("cause");
  });
});

test("a model is cleaned once, whatever was put around it meanwhile", async () => {
  const once = createRedactedModel(saying(["a"]), redact);

  const around = { ...once };

  expect(createRedactedModel(around, redact)).toBe(around);
  expect(once.worstCase(openingRequest())).toEqual({ tokens: 1, usd: 0 });
});
