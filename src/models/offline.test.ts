import { readFileSync } from "node:fs";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { type Brief, BODY_SOURCE, listQuotableTexts } from "../domain/brief.ts";
import type { Claim } from "../domain/claim.ts";
import { createQuoteChecker } from "../domain/evidence.ts";
import type { Participant } from "../domain/participant.ts";
import type { Spoken } from "../domain/round.ts";
import { tally, TWO_THIRDS } from "../domain/tally.ts";
import { type PromptInput, type ModelEvent, ModelError } from "../model.ts";
import { challengeTheOthers, recommendAlone } from "../protocols/judges/prompts/asks.ts";
import type { Recommendation, JudgeResponse } from "../protocols/judges/replies.ts";
import { bestOf, lensOf, score } from "../protocols/judges/rules/lens.ts";
import { offline } from "./offline.ts";

const judge = (id: string, stance: string, mark: string): Participant => ({
  id,
  name: id[0]!.toUpperCase() + id.slice(1),
  role: "judge",
  stance,
  model: "offline",
  mark,
});
const JUDGES = [
  judge("risk", "skeptical", "R"),
  judge("value", "optimistic", "V"),
  judge("effort", "pragmatic", "E"),
];
const PLAIN = judge("neighbour", "neighbourly", "N");

const fence = (_label: string, text: string): string => text;

type Told = Record<string, string | { label: string; description: string }>;

function briefOf(options: Told, body = ""): Brief {
  return {
    id: "question",
    question: "Which one?",
    options: Object.entries(options).map(([id, told]) =>
      typeof told === "string" ? { id, label: told, description: "" } : { id, ...told },
    ),
    sources: [{ id: BODY_SOURCE, title: "brief", sha256: "", bytes: body.length, text: body }],
    featureName: null,
    featureDir: null,
  };
}

function example(name: string): Brief {
  const text = readFileSync(new URL(`../../examples/${name}.md`, import.meta.url), "utf8");
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;
  return briefOf((parse(front!) as { options: Told }).options, body);
}

async function eventsOf(
  input: PromptInput,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const request = {
    prompt: [],
    schema: () => null,
    promptInput: input,
    participant: PLAIN,
    attempt: 1,
    key: "k",
  };
  const events: ModelEvent[] = [];
  for await (const event of offline().answer(request, signal)) events.push(event);
  return events;
}

async function answerTo(input: PromptInput): Promise<unknown> {
  const last = (await eventsOf(input)).at(-1)!;
  return JSON.parse(textIn(last));
}

function textIn(event: ModelEvent): string {
  return "text" in event ? event.text : "";
}

/** Both rounds, asked and checked as the protocol does. */
async function rehearse(brief: Brief, judges: readonly Participant[] = JUDGES) {
  const check = createQuoteChecker(listQuotableTexts(brief));
  const problems: string[] = [];
  const openings: Spoken<Recommendation>[] = [];
  for (const one of judges) {
    const ask = recommendAlone(brief, one, fence);
    const reply = ask.reply.parse(await answerTo(ask.promptInput));
    problems.push(...ask.check!(reply, (quote) => check(quote).verified).map(({ text }) => text));
    const claims = reply.claims.map((draft, index): Claim => {
      return {
        ...draft,
        id: `${one.mark}${index + 1}`,
        by: one.id,
        evidence: draft.evidence.map(check),
      };
    });
    const key = `openings/${one.id}`;
    openings.push({ kind: "spoken", key, by: one.id, reply, claims, unmet: [], repaired: false });
  }
  const responses: JudgeResponse[] = [];
  for (const one of judges) {
    const stage = { brief, judges, openings, requireCause: true };
    const ask = challengeTheOthers(stage, one, fence);
    const reply = ask.reply.parse(await answerTo(ask.promptInput));
    problems.push(...ask.check!(reply, (quote) => check(quote).verified).map(({ text }) => text));
    responses.push(reply);
  }
  const quotes = [
    ...openings.flatMap(({ claims }) => claims.flatMap(({ evidence }) => evidence)),
    ...responses.flatMap(({ claims }) => claims.flatMap(({ evidence }) => evidence.map(check))),
    ...responses.flatMap(({ challenges }) =>
      challenges.flatMap(({ evidence }) => evidence.map(check)),
    ),
  ];
  return { openings, responses, problems, quotes };
}

const votes = (by: readonly { option: string }[]): string =>
  by.map(({ option }) => option).join("");
const opened = (openings: readonly Spoken<Recommendation>[]): string =>
  votes(openings.map(({ reply }) => reply));

const EXAMPLES = ["offline-sync", "queue-or-cron", "rewrite-billing", "two-options"];

describe("the examples", () => {
  test("offline-sync: three judges differ, one is convinced, one dissents", async () => {
    const { openings, responses } = await rehearse(example("offline-sync"));

    expect(opened(openings)).toBe("ABC");
    expect(votes(responses)).toBe("ACC");
    expect(responses[1]!.changed_because?.claims).toEqual(["R1", "E2", "E3"]);
    expect(responses[0]!.changed_because).toBeNull();
  });

  test("queue-or-cron: the obvious winner is found at once by everyone", async () => {
    const { openings } = await rehearse(example("queue-or-cron"));

    expect(opened(openings)).toBe("BBB");
  });

  test("rewrite-billing: nobody moves and the question stays contested", async () => {
    const { openings, responses } = await rehearse(example("rewrite-billing"));

    const final = JUDGES.map(({ id }, index) => ({ by: id, option: responses[index]!.option }));
    expect(opened(openings)).toBe("ABC");
    expect(tally(final, TWO_THIRDS).carried).toBeNull();
  });

  test("two-options: a majority after one round, against a dissent", async () => {
    const { openings } = await rehearse(example("two-options"));

    expect(opened(openings)).toBe("ABB");
  });

  test.each(EXAMPLES)(
    "%s: every reply is valid, every quote occurs, no sum is wrong",
    async (name) => {
      const { openings, problems, quotes } = await rehearse(example(name), [...JUDGES, PLAIN]);

      expect(problems).toEqual([]);
      expect(quotes.filter(({ verified }) => !verified)).toEqual([]);
      for (const { by, reply } of openings) {
        const lens = lensOf(by, JUDGES.find(({ id }) => id === by)?.stance ?? null);
        const scores = reply.evaluations.map((evaluation) => score(lens, evaluation));
        expect(bestOf(lens, scores)).toContain(reply.option);
        expect(scores.flatMap(({ slips }) => slips)).toEqual([]);
        expect(reply.claims.length).toBeGreaterThan(0);
      }
    },
  );

  test.each(EXAMPLES)("%s: the same brief gives the same bytes", async (name) => {
    const ask = (): PromptInput => recommendAlone(example(name), JUDGES[0]!, fence).promptInput;

    expect(await eventsOf(ask())).toEqual(await eventsOf(ask()));
  });
});

describe("the readers", () => {
  test("read a megabyte, also when it is hostile to regular expressions", async () => {
    const { options, sources } = example("offline-sync");
    const hostile = [
      "# ".repeat(99_999),
      "a".repeat(200_000),
      "| ".repeat(99_999),
      "*".repeat(99_999),
    ];
    const lines = Array.from(
      { length: 9_000 },
      (_, line) => `It takes ${line} weeks and 4 % fails;`,
    );
    const text = [sources[0]!.text, ...hostile, lines.join(" ")].join("\n\n");
    const brief = { ...briefOf({}, text), options };

    const { problems } = await rehearse(brief);

    expect(problems).toEqual([]);
  }, 30_000);

  test("answer in pieces that add up, and stop when told to", async () => {
    const { promptInput: input } = recommendAlone(example("two-options"), JUDGES[0]!, fence);

    const events = await eventsOf(input);
    const deltas = events.filter(({ type }) => type === "text-delta").map(textIn);
    expect(deltas.join("")).toBe(textIn(events.at(-1)!));
    expect(deltas.length).toBeGreaterThan(1);
    await expect(eventsOf(input, AbortSignal.abort())).rejects.toThrow(ModelError);
  });

  test.each(["board.open", "constructor", "__proto__"])("cannot answer %s", async (kind) => {
    await expect(eventsOf({ kind })).rejects.toMatchObject({ reason: "unavailable" });
  });
});

const FRAGMENTS = [
  "It takes two weeks.",
  "It takes both engineers three months, and nobody here has done it.",
  "It can be rolled back.",
  "Customers would cancel.",
  "It saves 30 % of the time.",
  "No data loss is possible, but it is slow;",
  "Nothing special",
  "– an outage stops all orders",
  "New customers bring 25 % more revenue!",
  "**It** is [proven](http://x) and “reliable” …",
  "| a | b |\n|---|---|\n| c | 3 weeks |",
  "\u200b\t日本語 ﬁne",
  "```\ncode\n```",
];
const prose = fc
  .array(fc.constantFrom(...FRAGMENTS), { maxLength: 5 })
  .map((parts) => parts.join(" "));
const told = fc.record({
  label: fc.constantFrom(
    "Red plan",
    "Blue plan",
    "Keep the grey one",
    "A green one: cheap",
    "Wait, then see",
  ),
  description: prose,
});
const someOptions = fc.uniqueArray(told, {
  minLength: 2,
  maxLength: 5,
  selector: ({ label }) => label,
});

describe("on any brief", () => {
  const lettered = (options: readonly Exclude<Told[string], string>[]): Told =>
    Object.fromEntries(options.map((option, index) => ["ABCDE"[index]!, option]));

  test("replies keep every rule of the protocol, or there is nothing to weigh", async () => {
    await fc.assert(
      fc.asyncProperty(someOptions, prose, async (options, body) => {
        const held = await rehearse(briefOf(lettered(options), body), [...JUDGES, PLAIN]).catch(
          (error: unknown) => error,
        );
        if (held instanceof ModelError) {
          expect(held.reason).toBe("refused");
          return;
        }
        if (held instanceof Error) throw held;
        const { problems, quotes } = held as Awaited<ReturnType<typeof rehearse>>;
        expect(problems).toEqual([]);
        expect(quotes.filter(({ verified }) => !verified)).toEqual([]);
      }),
    );
  });
});
