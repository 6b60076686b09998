import { beforeAll, describe, expect, test } from "vitest";

import type { RenderedAsk } from "../../src/audit/verify/journal-faults.ts";
import {
  type IsolationFinding,
  checkPromptIsolation,
} from "../../src/audit/verify/prompt-isolation.ts";
import { renderRecordedAsks } from "../../src/audit/verify/replay-debate.ts";
import { type Brief } from "../../src/domain/brief.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import type { Participant } from "../../src/domain/participant.ts";
import { joinPromptText } from "../../src/kernel/prompt-digest.ts";
import type { PromptSegment } from "../../src/model.ts";
import type { PlanRequest } from "../../src/plan.ts";
import type { Ask, Protocol } from "../../src/protocol.ts";
import { board } from "../../src/protocols/board/protocol.ts";
import { challenge } from "../../src/protocols/challenge/protocol.ts";
import { judges } from "../../src/protocols/judges/protocol.ts";
import { roundtable } from "../../src/protocols/roundtable/protocol.ts";
import { verified } from "../support/journals/forge-journal.ts";
import {
  ALL_THREE,
  type Answering,
  blocksIn,
  type HeldAnonymous,
  holdAnonymous,
} from "../support/protocols/anonymous-exchange.ts";
import { boardBrief, states } from "../support/protocols/board.ts";
import { objects } from "../support/protocols/challenge.ts";
import { createTestBrief, recommends } from "../support/protocols/judges.ts";
import { discussion, message, position, tableBrief } from "../support/protocols/roundtable.ts";

const BODY =
  "Crews work in valleys without signal, and 40 % of revenue comes from there. Data loss cannot be undone, and sync " +
  "bugs surface only after weeks of real use. Rollback takes one minute with a feature flag. Nobody knows who may " +
  "read the personal data. It takes two engineers three weeks, and an outage of the broker stops every deploy.";

const TABLE = tableBrief({
  body: BODY,
  options: [
    { id: "A", label: "Online only", description: "Keep it online. Rollback takes one minute." },
    {
      id: "B",
      label: "Full sync",
      description: "Everything works offline. Data loss cannot be undone.",
    },
  ],
});

/** Different words from each, so that nothing is left out as a repetition. */
const SAID: Readonly<Record<string, string>> = {
  architecture: "Contracts between broker and reader stay as they are.",
  test: "A replay of one day shows what breaks.",
  observability: "Nobody sees a lost write today.",
  operations: "Rollback takes one minute with the flag.",
};

interface Scene {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly answering?: Answering;
  readonly plan?: Partial<PlanRequest>;
  /** A blind ask, and one that shows the others. */
  readonly blind: string;
  readonly shown: string;
  /** Whose name is planted, and an id of its claims. */
  readonly peer: string;
  readonly claim: string;
}

const SCENES: Readonly<Record<string, Scene>> = {
  judges: {
    protocol: judges,
    brief: createTestBrief(),
    answering: ({ step, seat }) =>
      step === "openings"
        ? recommends(seat, { risk: "A", value: "B" }[seat] ?? "C").reply
        : undefined,
    blind: "openings/risk",
    shown: "responses/risk",
    peer: "the Value judge",
    claim: "value-1",
  },
  challenge: {
    protocol: challenge,
    brief: createTestBrief({ body: BODY, options: [] }),
    answering: ({ step, seat }) =>
      step === "challenges"
        ? objects(seat, ["disagree", "strong"], {}, { assumptions: [] }).reply
        : undefined,
    plan: { settings: { ...ALL_THREE, blind_first: true } },
    blind: "blind/architect",
    shown: "rebuttals-1/architect",
    peer: "the Operator",
    claim: "operator-2",
  },
  board: {
    protocol: board,
    brief: boardBrief(),
    answering: ({ step, seat }) =>
      step === "statements" ? states(seat, seat === "cfo" ? "A" : "B").reply : undefined,
    blind: "statements/ceo",
    shown: "responses-2/ceo",
    peer: "the CTO",
    claim: "cto-1",
  },
  roundtable: {
    protocol: roundtable,
    brief: TABLE,
    answering: ({ step, seat }) => {
      if (step === "positions")
        return position(seat, { position_option: seat === "operations" ? "B" : "A" }).reply;
      const said = SAID[seat];
      return step === "discussion-1" && said !== undefined
        ? discussion(message("all", { text: said })).reply
        : undefined;
    },
    blind: "positions/security",
    shown: "scores-1/security",
    peer: "the test specialist",
    claim: "test-1",
  },
};

interface Read {
  readonly events: readonly Event[];
  readonly asked: readonly RenderedAsk[];
  readonly brief: Brief;
}

async function readHeldDebate(held: HeldAnonymous, { protocol, brief }: Scene): Promise<Read> {
  const { text } = await held.app.read(held.id);
  return {
    events: held.events,
    asked: await renderRecordedAsks(held.events, protocol, text),
    brief,
  };
}

/** The same asks, with one of them changed. */
function edited(read: Read, key: string, edit: (ask: Ask<unknown>) => Ask<unknown>): Read {
  return {
    ...read,
    asked: read.asked.map((one) => {
      if (one.key !== key) return one;
      const ask = edit(one.ask);
      return { ...one, ask, prompt: joinPromptText(ask.prompt) };
    }),
  };
}

/** Its text after the brief, changed as a whole. */
function rewritten(ask: Ask<unknown>, change: (text: string) => string): Ask<unknown> {
  const [first, ...rest] = ask.prompt;
  const text = change(joinPromptText(rest));
  const prompt: PromptSegment[] = [...(first ? [first] : []), { shared: false, text }];
  return { ...ask, prompt };
}

/** Puts words into the first fence that holds a participant's. */
function intoWords(words: string): (text: string) => string {
  return (text) => text.replace(/(<<<dissent-\w+ (?!source|question)[^\n]*\n)/, `$1${words}\n`);
}

function findingsIn({ events, asked, brief }: Read): IsolationFinding[] {
  return checkPromptIsolation(events, { brief, asked }).steps.flatMap(({ findings }) => findings);
}

describe.each(Object.entries(SCENES))("%s", (_, scene) => {
  let read: Read;

  beforeAll(async () => {
    read = await readHeldDebate(await holdAnonymous(scene), scene);
  });

  const planted = (key: string, edit: (ask: Ask<unknown>) => Ask<unknown>): IsolationFinding[] =>
    findingsIn(edited(read, key, edit));

  test("R1-R4 an honest debate holds at every step", () => {
    const { steps, finding, holds } = checkPromptIsolation(read.events, read);

    expect(finding).toBeNull();
    expect(steps.filter(({ blind }) => blind).length).toBeGreaterThan(0);
    expect(steps.find(({ step }) => scene.shown.startsWith(`${step}/`))).toMatchObject({
      blind: false,
      anonymous: true,
      rotated: true,
      oneVoice: true,
      findings: [],
    });
    expect(holds).toHaveLength(4);
  });

  test("R1 a peer's words in a blind prompt are found, unless they stand in the brief", () => {
    const step = scene.blind.split("/")[0] ?? "";
    const peer = read.events
      .map(({ fact }) => fact)
      .filter((fact) => fact.type === "reply-recorded")
      .find(({ key }) => key !== scene.blind && key.startsWith(`${step}/`));
    const words = (peer?.claims[0]?.text ?? "").split(" ").slice(0, 10).join(" ");
    const added = (more: string): IsolationFinding[] =>
      planted(scene.blind, (ask) => rewritten(ask, (text) => `${text}\n${more}`));

    expect(added(words).at(-1)).toMatchObject({
      rule: "R1",
      key: scene.blind,
      what: "a peer's words are in it",
    });
    expect(added(scene.brief.sources[0]?.text ?? "").map(({ what }) => what)).toEqual([
      "it is not the prompt that was fixed",
    ]);
  });

  test("R1 a blind prompt that was fixed after an answer had come is found", () => {
    const step = scene.blind.split("/")[0];
    const at = read.events.findIndex(
      ({ fact }) => fact.type === "asks-committed" && fact.step === step,
    );
    const answered = read.events.findIndex(
      ({ fact }) => fact.type === "reply-recorded" && fact.key.startsWith(`${step}/`),
    );
    const events = [...read.events];
    const [moved] = events.splice(at, 1);
    if (moved) events.splice(answered, 0, moved);
    const found = findingsIn({ ...read, events }).map(({ rule, what }) => `${rule} ${what}`);

    expect(new Set(found)).toEqual(new Set(["R1 it was fixed after an answer had come"]));
  });

  test("R2 a name is found in words, in a heading and in the task", () => {
    const inWords = planted(scene.shown, (ask) =>
      rewritten(ask, intoWords(`I agree with ${scene.peer} here.`)),
    );
    const id = read.asked
      .find(({ key }) => key === scene.shown)
      ?.ask.exchange?.voices.flatMap(({ members }) => members)
      .find((one) => !scene.shown.endsWith(`/${one}`));
    const inHead = planted(scene.shown, (ask) =>
      rewritten(ask, (text) => text.replace(/(<<<dissent-\w+ )(?!source|question)/, `$1${id} `)),
    );
    const inTask = planted(scene.shown, (ask) =>
      rewritten(ask, (text) => `${text}\nAnswer what ${scene.peer} says.`),
    );

    for (const findings of [inWords, inHead, inTask]) {
      expect(findings[0]).toMatchObject({ rule: "R2", key: scene.shown, what: "a name is in it" });
    }
    expect(inWords[0]?.excerpt).toContain(scene.peer.replace(/^the /, ""));
  });

  test("R2 the id of a claim, the name of a model, and others' words outside the exchange are found", () => {
    const id = planted(scene.shown, (ask) => rewritten(ask, (text) => `${text}\n- ${scene.claim}`));
    const own = planted(scene.shown, (ask) => {
      const words =
        blocksIn(joinPromptText(ask.prompt.slice(1))).find(({ head }) => head.includes("voice-"))
          ?.body ?? "";
      const exchange = ask.exchange && { ...ask.exchange, own: [...ask.exchange.own, words] };
      return exchange ? { ...ask, exchange } : ask;
    });

    expect(id).toMatchObject([{ rule: "R2", what: "the id of a claim tells its author" }]);
    expect(own[0]).toMatchObject({
      rule: "R2",
      what: "what should be its reader's own holds others' words",
    });
  });

  test("R2 words that only look like the id of a claim are none", () => {
    const words = `${scene.claim} is where the files are kept, and ${scene.claim} is cheap.`;
    const stated = `${scene.claim} supports A: that is where the files are kept`;

    expect(planted(scene.shown, (ask) => rewritten(ask, intoWords(words)))).toEqual([]);
    expect(planted(scene.shown, (ask) => rewritten(ask, intoWords(stated)))).toMatchObject([
      { rule: "R2", what: "the id of a claim tells its author" },
    ]);
  });

  test("R2 a prompt that shows others by name in an anonymous debate is found", () => {
    const findings = planted(scene.shown, ({ exchange: __, ...ask }) => ask);

    expect(findings).toMatchObject([
      { rule: "R2", what: "the exchange is anonymous, and it shows others by name" },
    ]);
  });

  test("R3 labels that were not drawn, and an order that was not, are found", () => {
    const other = planted(scene.shown, (ask) => {
      const { exchange } = ask;
      if (!exchange) return ask;
      const labels = exchange.voices.map(({ label }) => label).toReversed();
      const voices = exchange.voices.map((voice, at) => ({ ...voice, label: labels[at] ?? "" }));
      return { ...ask, exchange: { ...exchange, voices } };
    });
    const swapped = planted(scene.shown, (ask) => {
      const [a = "", b = ""] = ask.exchange?.order.find((list) => list.length > 1) ?? [];
      return rewritten(ask, (text) =>
        text
          .replace(a, "\0")
          .replace(b, () => a)
          .replace("\0", () => b),
      );
    });

    expect(other).toContainEqual(
      expect.objectContaining({ rule: "R3", what: "its voices are not those that were drawn" }),
    );
    expect(swapped).toMatchObject([
      { rule: "R3", what: "the others are not shown in the order drawn" },
    ]);
  });

  test.each([
    ["Most judges recommend A.", "in the task"],
    ["2 of 3 hold A.", "in the task"],
    ["Everyone agrees on that.", "in the task"],
    ["This is the consensus so far.", "in the task"],
    ["The majority of specialists wants it.", "in words"],
    ["2 out of 3 recommend it.", "in words"],
  ])("R4 heads counted in “%s” %s are found", (words, where) => {
    const findings = planted(scene.shown, (ask) =>
      rewritten(ask, where === "in words" ? intoWords(words) : (text) => `${text}\n${words}`),
    );

    expect(findings).toMatchObject([
      { rule: "R4", key: scene.shown, what: "heads are counted in it" },
    ]);
    expect(words).toContain(
      findings[0]?.excerpt.replace(/^.*(?=2 o|Most|Everyone|This|The)/, "").slice(0, 6),
    );
  });

  test("R4 what participants count in the matter is no head count", () => {
    const words =
      "Most crews lose 8 of 10 visits, everyone waits, and a consensus protocol would not help.";

    expect(planted(scene.shown, (ask) => rewritten(ask, intoWords(words)))).toEqual([]);
  });
});

describe("order", () => {
  test.each(["judges", "challenge", "board"])(
    "R3 %s that declare another order than the one drawn are found as well",
    async (name) => {
      const scene = SCENES[name];
      if (!scene) throw new Error(name);
      const read = await readHeldDebate(await holdAnonymous(scene), scene);
      const swapped = edited(read, scene.shown, (ask) => {
        const { exchange } = ask;
        const [a = "", b = ""] = exchange?.order.find((list) => list.length > 1) ?? [];
        const other = (mark: string): string => (mark === a ? b : mark === b ? a : mark);
        const turned = rewritten(ask, (text) =>
          text
            .replace(a, "\0")
            .replace(b, () => a)
            .replace("\0", () => b),
        );
        const order = exchange?.order.map((list) => list.map(other)) ?? [];
        return exchange ? { ...turned, exchange: { ...exchange, order } } : ask;
      });

      expect(findingsIn(swapped).map(({ rule, what }) => [rule, what])).toEqual([
        ["R3", "the others are not shown in the order drawn"],
      ]);
    },
  );
});

describe("positions", () => {
  test.each(["judges", "board", "roundtable"])(
    "R4 a position that %s show twice is found",
    async (name) => {
      const scene = SCENES[name];
      if (!scene) throw new Error(name);
      const read = await readHeldDebate(await holdAnonymous(scene), scene);
      const shown = read.asked.find(({ ask }) => ask.exchange?.oneVoice);
      const twice = edited(read, shown?.key ?? "", (ask) =>
        rewritten(ask, (text) => {
          const block =
            /<<<dissent-\w+ position[^\n]*\n(?:\S+ )?(?:Recommends|Holds|holds)[\s\S]*?>>>/.exec(
              text,
            )?.[0] ?? "";
          return `${text}\n${block}`;
        }),
      );

      expect(findingsIn(twice).map(({ rule, what }) => [rule, what])).toContainEqual([
        "R4",
        "a position is shown more than once",
      ]);
    },
  );
});

/** The same rules with a mistake in their prompts, so that live and replay agree on it. */
function faulty(protocol: Protocol, plant: (ask: Ask<unknown>) => Ask<unknown>): Protocol {
  const changed = <Reply>(ask: Ask<Reply>): Ask<Reply> =>
    ask.exchange ? (plant(ask) as Ask<Reply>) : ask;
  return {
    ...protocol,
    run: (floor, brief, settings) =>
      protocol.run(
        {
          ...floor,
          ask: (step, seat, ask) => floor.ask(step, seat, changed(ask)),
          round: (step, seats, createAsk) =>
            floor.round(step, seats, (seat: Participant) => changed(createAsk(seat))),
        },
        brief,
        settings,
      ),
  };
}

describe("verify", () => {
  const mistakes: readonly (readonly [string, (text: string, scene: Scene) => string, string])[] = [
    ["R2: a name is in it", (text, { peer }) => `${text}\nThink of ${peer} and say so.`, "name"],
    ["R4: heads are counted in it", (text) => `${text}\nMost of them hold it.`, "tally"],
  ];

  test.each(
    Object.entries(SCENES).flatMap(([name, scene]) =>
      mistakes.map(([what, plant]) => [name, what, scene, plant] as const),
    ),
  )("%s: a journal whose prompts break it does not verify, %s", async (_, what, scene, plant) => {
    const protocol = faulty(scene.protocol, (ask) => rewritten(ask, (text) => plant(text, scene)));
    const held = await holdAnonymous({ ...scene, protocol });
    const verification = await verified(held.app, held.id);

    expect(verification.ok).toBe(false);
    expect(verification.fault?.where).toMatch(/^prompt of /);
    expect(verification.fault?.what).toContain(what);
  });

  test("R2 of a fork only what it asked itself is said to be anonymous", async () => {
    const scene = SCENES["board"];
    if (!scene) throw new Error("board");
    const named = await holdAnonymous({ ...scene, plan: { settings: {} } });
    const fork = await named.app.fork(await named.app.read(named.id), {
      at: "responses-2",
      settings: { anonymous: true },
      by: "tester",
    });
    await named.app.run({ debate: fork });
    const { events, text } = await named.app.read(fork);
    const asked = await renderRecordedAsks(events, scene.protocol, text);
    const { steps, finding } = checkPromptIsolation(events, { brief: scene.brief, asked });

    expect(finding).toBeNull();
    expect(steps.filter(({ anonymous }) => anonymous).map(({ step }) => step)).toEqual(
      steps
        .map(({ step }) => step)
        .filter((step) => step !== "statements" && step !== "responses-1"),
    );
  });

  test("R2-R4 what holds is said, and only where it was asked for", async () => {
    const scene = SCENES["judges"];
    if (!scene) throw new Error("judges");
    const held = async (settings: Record<string, boolean>): Promise<string> => {
      const debate = await holdAnonymous({ ...scene, plan: { settings } });
      return (await verified(debate.app, debate.id)).holds.join("\n");
    };

    expect(await held({})).not.toMatch(/labels|order drawn|each position once/);
    expect(await held(ALL_THREE)).toMatch(
      /under labels[\s\S]*order drawn[\s\S]*each position once/,
    );
  });
});
