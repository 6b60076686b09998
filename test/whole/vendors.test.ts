/** The vendors' real clients against a loopback in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";

import { afterAll, afterEach, describe, expect, test, vi } from "vitest";

import { ModelError } from "../../src/model.ts";
import { NO_TRAFFIC_LIMITS } from "../../src/models/endpoint.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackScript } from "../../src/testing/loopback/loopback-script.ts";
import type { RecordedRequest } from "../../src/testing/loopback/loopback-vendor.ts";
import { modelConformance, openingRequest } from "../conformance/model.ts";
import {
  answerIn,
  failedTries,
  hearAll,
  KEY,
  type Vendor,
  type VendorChanges,
  VENDORS,
  vendorOn,
} from "../support/agents/vendors.ts";
import { recommends } from "../support/protocols/judges.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

const SCRIPT: LoopbackScript = {
  answers: { "openings/risk": recommends("risk", "A").reply },
  retryAfter: "7",
};
const loopback = await spawnLoopbackProcess(SCRIPT);
afterAll(() => loopback.close());
afterEach(async () => {
  await loopback.play(SCRIPT);
  await loopback.forget();
});

function asking(vendor: Vendor, behaviour: string, changes?: VendorChanges) {
  return hearAll(vendorOn(loopback, vendor, behaviour, changes));
}

/** A field of a request by its path, such as `text.format`. */
function at({ body }: RecordedRequest, path: string): unknown {
  return path
    .split(".")
    .reduce((found: unknown, key) => (found as Record<string, unknown> | undefined)?.[key], body);
}

const WIRE = {
  anthropic: { schema: "output_config.format.schema", room: "max_tokens" },
  "anthropic-older": { schema: "tools.0.input_schema", room: "max_tokens" },
  openai: { schema: "text.format.schema", room: "max_output_tokens" },
  google: {
    schema: "generationConfig.responseJsonSchema",
    room: "generationConfig.maxOutputTokens",
  },
  gateway: { schema: "response_format.json_schema.schema", room: "max_tokens" },
  ollama: { schema: "response_format", room: "max_tokens" },
} as const;

describe.each(VENDORS.map((vendor) => [vendor.name, vendor] as const))("%s", (name, vendor) => {
  const wire = WIRE[name as keyof typeof WIRE];

  test("K14 answers in a stream, with an object that was asked for, and says who served it", async () => {
    // a dated snapshot of what was asked for is what was asked for
    const snapshot = `${name === "anthropic" ? "claude-loopback-ok" : "loopback-ok"}-2026-11-01`;
    await loopback.play({ ...SCRIPT, serves: snapshot, cachedShare: 0.5 });
    const heard = await asking(vendor, "ok");
    const { text, served } = answerIn(heard);

    expect(JSON.parse(text)).toEqual(recommends("risk", "A").reply);
    expect(heard.deltas).toBe(text);
    if (name !== "anthropic-older") expect(heard.events.length).toBeGreaterThan(2);
    expect(served).toMatchObject({ provider: name, model: snapshot });
    expect(served.cachedTokens).toBeCloseTo(served.inputTokens / 2, -1);
    expect(served.costUsd).toBeCloseTo((served.inputTokens + served.outputTokens) / 100_000, 9);
  });

  test("VL3 the schema is where this vendor wants it, else in the prompt; the room is always set", async () => {
    await asking(vendor, "ok");
    const [request] = await loopback.requests();

    expect(at(request!, wire.room)).toBe(8_192);
    if (vendor.structured) {
      expect(at(request!, wire.schema)).toMatchObject({
        type: "object",
        additionalProperties: false,
        required: expect.arrayContaining(["evaluations", "option", "confidence"]),
      });
      expect(JSON.stringify(at(request!, wire.schema))).not.toMatch(
        /"(?:minimum|minLength|\$ref)"/,
      );
      expect(request!.prompt).not.toContain("of this shape");
    } else {
      expect(at(request!, wire.schema)).toBeUndefined();
      expect(request!.prompt).toMatch(/of this shape .*\n\{\n {2}".*\n\}$/s);
    }
  });

  test("VM4 the key goes to this endpoint only, with debate, step and seat; without one nothing is sent", async () => {
    const planted = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"];
    for (const variable of planted) vi.stubEnv(variable, "env-planted-0123456789");
    await asking(vendor, "ok");
    vi.unstubAllEnvs();
    const [request] = await loopback.requests();
    const headers = JSON.stringify(request!.headers);

    expect(headers).not.toContain("env-planted");
    expect(headers.includes(KEY)).toBe(!vendor.keyless);
    expect(request!.headers).toMatchObject({
      "x-dissent-debate": "debate",
      "x-dissent-step": "openings/risk",
      "x-dissent-seat": "risk",
    });
  });

  test("VM1 429 is waited out as it asks, and is seen", async () => {
    const heard = await asking(vendor, "429-then-ok");

    expect(failedTries(heard)).toEqual([
      { type: "try-failed", reason: expect.stringContaining("429"), tries: 1, delayMs: 7_000 },
    ]);
    expect(answerIn(heard).text).toContain('"option":"A"');
    expect(await loopback.requests()).toHaveLength(2);
  });

  test.each([
    ["500", /answered 500/],
    ["529", /answered 529/],
    ["reset", /torn down/],
    ["cut", /torn down|broke off/],
  ])("VM1 K4 %s: two more tries, then the seat is unavailable", async (behaviour, message) => {
    const heard = await asking(vendor, behaviour);

    expect(failedTries(heard).map(({ tries }) => tries)).toEqual([1, 2]);
    expect(heard.error).toMatchObject({ reason: "unavailable" });
    expect((heard.error as Error).message).toMatch(message);
    expect(await loopback.requests()).toHaveLength(3);
  });

  test.each([
    ["401", "unavailable", /refused the key \(401\)/],
    ["400", "unavailable", /did not take the request \(400\)/],
    ["404", "unavailable", /has no model/],
    ["html", "unavailable", /text\/html in place of a stream, check its base URL: Sign in/],
    ["refusal", "refused", /declined to answer/],
    ["empty", "unreadable", /is empty/],
    ["thinking-only", "unreadable", /thought and then said nothing/],
  ])("K4 %s: one try, %s", async (behaviour, reason, message) => {
    const heard = await asking(vendor, behaviour);

    expect(heard.error).toBeInstanceOf(ModelError);
    expect(heard.error).toMatchObject({ reason });
    expect((heard.error as Error).message).toMatch(message);
    expect(failedTries(heard)).toEqual([]);
    expect(await loopback.requests()).toHaveLength(1);
  });

  test("VM2 VM3 an answer that is cut off is asked for once more with twice the room, and both are counted", async () => {
    const heard = await asking(vendor, "needs-room", { endpoint: { maxOutputTokens: 10_000 } });
    const requests = await loopback.requests();
    const once = answerIn(await asking(vendor, "ok")).served;

    expect(requests.map((request) => at(request, wire.room))).toEqual([5_000, 10_000]);
    expect(failedTries(heard)).toEqual([
      { type: "try-failed", reason: `${name} was cut off after 5000 tokens`, tries: 1, delayMs: 0 },
    ]);
    expect(answerIn(heard).served.inputTokens).toBe(2 * once.inputTokens);
  });

  test("VM2 VM3 an answer that is cut off again is unreadable, and what it took is told", async () => {
    const { error } = await asking(vendor, "truncated");

    expect(error).toMatchObject({
      reason: "unreadable",
      message: `${name} was cut off after 16384 tokens; allow more with maxOutputTokens`,
      served: { provider: name, inputTokens: expect.any(Number) },
    });
    expect(await loopback.requests()).toHaveLength(2);
  });

  test.each(["hang", "stall"])(
    "K4 %s: the signal is obeyed and the line is let go",
    async (behaviour) => {
      const controller = new AbortController();
      const model = vendorOn(loopback, vendor, behaviour);
      const listening = hearAll(model, { signal: controller.signal });
      while ((await loopback.requests()).length === 0);
      controller.abort(new ModelError("timed-out", "no answer within 1 s"));
      const { error } = await listening;

      expect(error).toMatchObject({ reason: "timed-out", message: "no answer within 1 s" });
      let [request] = await loopback.requests();
      while (request!.ended === "waiting") [request] = await loopback.requests();
      expect(request!.ended).toBe("given-up");
    },
  );

  test("VM4 no failure holds the key or the prompt", async () => {
    for (const behaviour of ["401", "403", "400", "429", "500", "html", "cut", "refusal"]) {
      const { events, error } = await asking(vendor, behaviour);
      const all = inspect([error, events], { depth: 10, showHidden: true });

      expect(all).not.toContain(KEY);
      expect(all).not.toContain("Crews work in valleys");
    }
  });

  test("VN3 a flood is left by whoever stops listening, or is cut off where nobody hears it", async () => {
    const { error } = await hearAll(vendorOn(loopback, vendor, "flood"), {
      onEvent() {
        throw new Error("enough");
      },
    });

    // in its older form the client keeps the text to itself until the end
    const older = {
      reason: "unavailable",
      message: expect.stringMatching(/^anthropic-older sent more than \d+ bytes$/),
    };
    expect(error).toMatchObject(name === "anthropic-older" ? older : { message: "enough" });
    let [request] = await loopback.requests();
    while (request!.ended === "waiting") [request] = await loopback.requests();
    expect(request!.ended).toBe("given-up");
  });
});

for (const vendor of VENDORS) {
  modelConformance(`${vendor.name}, a model`, {
    answering: () => vendorOn(loopback, vendor, "ok"),
    failing: () => vendorOn(loopback, vendor, "500"),
    silent: () => vendorOn(loopback, vendor, "hang"),
  });
}

const named = (name: string): Vendor => VENDORS.find((vendor) => vendor.name === name)!;
const [anthropic, openai, gateway] = [named("anthropic"), named("openai"), named("gateway")];

describe("the way out", () => {
  test("VN1 a redirect is not followed, and the key goes nowhere else", async () => {
    const elsewhere = createServer((_, response) => {
      response.writeHead(307, { location: `${loopback.url}/v1/messages` }).end();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const { port } = elsewhere.address() as AddressInfo;
    const { error } = await hearAll(vendorOn({ url: `http://127.0.0.1:${port}` }, anthropic, "ok"));
    elsewhere.closeAllConnections();
    elsewhere.close();

    expect(error).toMatchObject({
      reason: "unavailable",
      message: expect.stringMatching(/redirect/),
    });
    expect(await loopback.requests()).toEqual([]);
  });

  test("VN2 a JSON document in place of a stream is told by its first words", async () => {
    const say = { status: 200, body: '{"error":"use /v2 now"}' };
    await loopback.play({ rules: [{ do: say }] });
    const { error } = await asking(openai, "ok");

    expect(error).toMatchObject({
      message: expect.stringMatching(/application\/json in place of a stream.*use \/v2 now/),
    });
  });

  test("VN3 thoughts without end are cut off", async () => {
    const data = JSON.stringify({
      choices: [{ delta: { reasoning_content: "hm ".repeat(50_000) } }],
    });
    const endless = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const more = (): void => {
        while (!response.destroyed && response.write(`data: ${data}\n\n`));
      };
      response.on("drain", more);
      more();
    }).listen(0, "127.0.0.1");
    await once(endless, "listening");
    const { port } = endless.address() as AddressInfo;
    const { error } = await hearAll(vendorOn({ url: `http://127.0.0.1:${port}` }, gateway, "ok"));
    endless.closeAllConnections();
    endless.close();

    expect(error).toMatchObject({ reason: "unavailable", message: "gateway thinks without end" });
  });

  test("K4 nobody listens there", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, "close");
    const { error } = await hearAll(vendorOn({ url: `http://127.0.0.1:${port}` }, openai, "ok"));

    expect(error).toMatchObject({
      reason: "unavailable",
      message: `nothing listens at 127.0.0.1:${port}; is openai running?`,
    });
  });

  test("VM4 without its key a vendor is not asked", async () => {
    const { error } = await asking(openai, "ok", { endpoint: { key: () => undefined } });

    expect(error).toMatchObject({ message: "openai has no key; set ACME_API_KEY" });
    expect(await loopback.requests()).toEqual([]);
  });

  test("what is debated is not kept by OpenAI", async () => {
    await asking(openai, "ok");
    const [request] = await loopback.requests();

    expect(at(request!, "store")).toBe(false);
  });
});

describe("traffic", () => {
  const timedOut = () => new ModelError("timed-out", "no answer within 1 s");
  const sent = async (): Promise<boolean> => (await loopback.requests()).length > 0;

  test("TC1 a provider that keeps failing is not asked again for a while, and the seat says so", async () => {
    const clock = fakeClock(Date.UTC(2026, 10, 16, 12, 0, 0));
    const model = vendorOn(loopback, openai, "500", {
      clock,
      traffic: { retries: { extraTries: 0 }, circuit: { failures: 2 } },
    });
    await hearAll(model);
    await hearAll(model);
    const { error } = await hearAll(model);

    expect(error).toMatchObject({
      reason: "unavailable",
      message: expect.stringMatching(
        /^openai failed 2 times in a row, and it is not asked again until 12:00:30 UTC/,
      ),
    });
    expect(await loopback.requests()).toHaveLength(2);
    clock.advance(30_000);
    await hearAll(model);
    expect(await loopback.requests()).toHaveLength(3);
  });

  test.each([
    ["TC1 a deadline that passed counts against the provider", timedOut(), /not asked again/],
    ["TC3 a turn that a person dropped does not", new Error("dropped"), /stopped/],
  ])("%s", async (_, reason, message) => {
    const model = vendorOn(loopback, openai, "hang", { traffic: { circuit: { failures: 2 } } });
    let error: unknown;
    for (let call = 0; call < 3; call++) {
      await loopback.forget();
      const controller = new AbortController();
      const listening = hearAll(model, { signal: controller.signal });
      const over = listening.then(() => true);
      while (!(await Promise.race([over, sent()])));
      controller.abort(reason);
      ({ error } = await listening);
    }

    expect(error).toMatchObject({ message: expect.stringMatching(message) });
  });

  test("one call waits while another holds the only place, and leaves when it is told to", async () => {
    const limits = { ...NO_TRAFFIC_LIMITS, concurrency: 1 };
    const model = vendorOn(loopback, openai, "hang", { traffic: { limits } });
    const first = new AbortController();
    const second = new AbortController();
    const holding = hearAll(model, { signal: first.signal });
    while ((await loopback.requests()).length === 0);
    const waiting = hearAll(model, { signal: second.signal });
    second.abort();

    expect((await waiting).error).toBeInstanceOf(ModelError);
    expect(await loopback.requests()).toHaveLength(1);
    first.abort();
    await holding;
  });

  /** Three seats that share a long text, asked at once. */
  function askedTogether(behaviour: string) {
    const clock = fakeClock();
    const model = vendorOn(loopback, anthropic, behaviour, { clock, traffic: { warming: true } });
    const shared = { shared: true, text: "What is debated. ".repeat(1_000) };
    const controller = new AbortController();
    const heard = ["risk", "value", "effort"].map((id) => {
      const prompt = [shared, { shared: false, text: `You are ${id}.` }];
      const request = openingRequest({ prompt, key: `d/openings/${id}` });
      return hearAll(model, { request, signal: controller.signal });
    });
    const end = async (): Promise<void> => {
      controller.abort();
      await Promise.all(heard);
    };
    return { clock, shared, end };
  }

  test("TW1 seats that share a long text are asked when the first has spoken, and it is marked for the cache", async () => {
    const { shared, end } = askedTogether("stall");
    while ((await loopback.requests()).length < 3);
    const [first, other] = await loopback.requests();
    await end();

    expect(at(first!, "messages.0.content.0")).toMatchObject({
      text: `${shared.text}\n\n`,
      cache_control: { type: "ephemeral" },
    });
    expect(at(first!, "messages.0.content.1.cache_control")).toBeUndefined();
    expect(at(other!, "messages.0.content.0")).toEqual(at(first!, "messages.0.content.0"));
  });

  test("TW1 while it is silent they wait, and no longer than the set time", async () => {
    const { clock, end } = askedTogether("hang");
    while ((await loopback.requests()).length === 0);
    for (let look = 0; look < 10; look++) expect(await loopback.requests()).toHaveLength(1);
    clock.advance(15_000);
    while ((await loopback.requests()).length < 3);
    await end();
  });
});

test("a process that has asked every vendor, and given up on some, ends by itself", async () => {
  const program = join(import.meta.dirname, "../programs/ask-vendors.ts");
  const child = spawn(process.execPath, [program, loopback.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  const [code] = (await exited) as [number];

  expect(code).toBe(0);
});
