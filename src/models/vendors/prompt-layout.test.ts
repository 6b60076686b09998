import { describe, expect, test } from "vitest";
import * as z from "zod";

import { openingRequest } from "../../../test/conformance/model.ts";
import type { Json } from "../../domain/json.ts";
import type { ModelRequest } from "../../model.ts";
import { type VendorApi, type Endpoint, NO_TRAFFIC_LIMITS } from "../endpoint.ts";
import {
  createAttributionHeaders,
  computeCacheBoundaries,
  createPromptLayout,
  createUserMessage,
} from "./prompt-layout.ts";

function createTestEndpoint(api: VendorApi, changes: Partial<Endpoint> = {}): Endpoint {
  return {
    name: "acme",
    api,
    baseUrl: null,
    keyName: "ACME_KEY",
    key: () => "k",
    headers: {},
    structured: true,
    attribution: false,
    family: null,
    maxOutputTokens: null,
    limits: NO_TRAFFIC_LIMITS,
    ...changes,
  };
}

const matter = { shared: true, text: "m".repeat(5_000) };
const positions = { shared: true, text: "p".repeat(2_000) };
const seat = (name: string) => ({ shared: false, text: `You are ${name}.` });

function createTestRequest(...prompt: ModelRequest["prompt"]): ModelRequest {
  return openingRequest({ prompt });
}

/** The text of a message, part by part, with a mark where a cache is to end. */
function layOutParts(api: VendorApi, request: ModelRequest): { text: string; marked: boolean }[] {
  const endpoint = createTestEndpoint(api);
  const { content } = createUserMessage(endpoint, createPromptLayout(endpoint, request));
  if (typeof content === "string") return [{ text: content, marked: false }];
  return content.map((part) => ({
    text: part.type === "text" ? part.text : "",
    marked: part.providerOptions?.["anthropic"]?.["cacheControl"] !== undefined,
  }));
}

describe("the prompt", () => {
  test.each(["responses", "openai", "google"] as const)(
    "VL1 %s gets one text: what is shared, then the seat's own, as the kernel committed it",
    (api) => {
      const parts = layOutParts(api, createTestRequest(matter, positions, seat("risk")));

      expect(parts.map(({ text }) => text)).toEqual([
        `${matter.text}\n\n${positions.text}\n\nYou are risk.`,
      ]);
    },
  );

  test("VL1 Anthropic gets a part for each, and a mark where what is shared ends", () => {
    const parts = layOutParts("anthropic", createTestRequest(matter, positions, seat("risk")));

    expect(parts).toEqual([
      { text: `${matter.text}\n\n`, marked: false },
      { text: `${positions.text}\n\n`, marked: true },
      { text: "You are risk.", marked: false },
    ]);
  });

  test("VL1 the next round begins with the parts of the one before, whoever is asked", () => {
    const [first] = layOutParts("anthropic", createTestRequest(matter, seat("risk")));
    const [again] = layOutParts("anthropic", createTestRequest(matter, positions, seat("value")));

    expect(again!.text).toBe(first!.text);
  });

  test("VL1 what is too short for any cache is not marked", () => {
    const short = { shared: true, text: "short" };

    expect(layOutParts("anthropic", createTestRequest(short, seat("risk")))).toEqual([
      { text: "short\n\nYou are risk.", marked: false },
    ]);
  });

  test("VL2 nothing of it is a system message", () => {
    const endpoint = createTestEndpoint("anthropic");

    expect(createUserMessage(endpoint, createPromptLayout(endpoint, openingRequest())).role).toBe(
      "user",
    );
  });

  test("VL1 a shared part after the seat's own is no part of the prefix", () => {
    const layout = createPromptLayout(
      createTestEndpoint("openai"),
      createTestRequest(matter, seat("risk"), positions),
    );

    expect(layout.shared).toHaveLength(1);
    expect(layout.own).toContain(positions.text);
  });
});

describe("the schema", () => {
  test("VL3 goes beside the prompt where the server keeps it, and is not said twice", () => {
    const layout = createPromptLayout(createTestEndpoint("google"), openingRequest());

    expect(layout.schema).toMatchObject({ type: "object", additionalProperties: false });
    expect(layout.own).not.toContain("of this shape");
  });

  test("VL3 else it ends the prompt, with its bounds", () => {
    const layout = createPromptLayout(
      createTestEndpoint("openai", { structured: false }),
      openingRequest(),
    );

    expect(layout.schema).toBeUndefined();
    expect(layout.own).toMatch(/of this shape .*\n\{\n.*<whole number from 0 to 100>.*\n\}$/s);
    expect(layout.own.match(/JSON object/g)).toHaveLength(1);
  });

  test("K21 it names no bound that only says how large an integer may be", () => {
    const schema = () => z.toJSONSchema(z.object({ count: z.int(), age: z.int().min(0) })) as Json;
    const layout = createPromptLayout(
      createTestEndpoint("openai", { structured: false }),
      openingRequest({ schema }),
    );

    expect(JSON.stringify(schema())).toContain("9007199254740991");
    expect(layout.own).toMatch(/"count": <whole number>,\n {2}"age": <whole number, at least 0>\n/);
  });

  test("VL3 so does one that no vendor takes", () => {
    const schema = () => ({ type: "object", properties: { a: {} }, required: ["a"] });
    const layout = createPromptLayout(createTestEndpoint("google"), openingRequest({ schema }));

    expect(layout.schema).toBeUndefined();
    expect(layout.own).toContain('"a": <any JSON>');
  });

  test.each<[VendorApi, boolean]>([
    ["anthropic", false],
    ["responses", false],
    ["openai", true],
    ["google", true],
  ])("VL3 over a long shared part, %s is sent it beside the prompt: %s", (api, beside) => {
    const long = { shared: true, text: "m".repeat(40_000) };
    const layout = createPromptLayout(
      createTestEndpoint(api),
      createTestRequest(long, seat("risk")),
    );

    expect(layout.schema !== undefined).toBe(beside);
  });
});

describe("boundaries", () => {
  const boundaries = (modelId: string, request: ModelRequest) => {
    const endpoint = createTestEndpoint("openai");
    return computeCacheBoundaries(endpoint, modelId, createPromptLayout(endpoint, request));
  };

  test("TW1 seats that share all have the same, and the next round continues them", () => {
    const risk = boundaries("large", createTestRequest(matter, seat("risk")));
    const value = boundaries("large", createTestRequest(matter, seat("value")));
    const later = boundaries("large", createTestRequest(matter, positions, seat("risk")));

    expect(value).toEqual(risk);
    expect(later[0]).toEqual(risk[0]);
    expect(later.map(({ bytes }) => bytes)).toEqual([5_002, 7_004]);
  });

  test("TW1 another model, another schema or another text has others", () => {
    const request = createTestRequest(matter, seat("risk"));
    const other = { ...request, schema: () => ({ type: "object" }) };
    const hashes = [
      boundaries("large", request),
      boundaries("small", request),
      boundaries("large", other),
      boundaries("large", createTestRequest(positions, seat("risk"))),
    ].map(([first]) => first?.hash);

    expect(new Set(hashes).size).toBe(4);
  });
});

describe("attribution", () => {
  test("debate, step and seat go along where the endpoint wants them, and only there", () => {
    const request = openingRequest({ key: "offline-sync-2b38/openings/risk" });

    expect(createAttributionHeaders(createTestEndpoint("openai"), request)).toEqual({});
    expect(
      createAttributionHeaders(createTestEndpoint("openai", { attribution: true }), request),
    ).toEqual({
      "X-Dissent-Debate": "offline-sync-2b38",
      "X-Dissent-Step": "openings/risk",
      "X-Dissent-Seat": "risk",
    });
  });

  test("an id that is no header value is written so that it is one", () => {
    const request = openingRequest({ key: "süß\r\nX-Evil: 1/openings" });
    const headers = createAttributionHeaders(
      createTestEndpoint("openai", { attribution: true }),
      request,
    );

    expect(headers["X-Dissent-Debate"]).toBe("s%C3%BC%C3%9F%0D%0AX-Evil:%201");
  });
});
