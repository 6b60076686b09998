import { describe, expect, test } from "vitest";

import {
  cutAfter,
  forged,
  verified,
  verifiedLines,
} from "../../test/support/journals/forge-journal.ts";
import { buildTestApp, source } from "../../test/support/protocols/debate.ts";
import {
  askFor,
  ended,
  openProbe,
  probe,
  type Saying,
  says,
} from "../../test/support/protocols/probe-protocol.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import type { Brief } from "../domain/brief.ts";
import { SetupError } from "../errors.ts";
import { scripted } from "../models/scripted.ts";
import type { Floor, OutsideReader, Protocol } from "../protocol.ts";
import { memoryStore } from "../stores/memory.ts";

const CODE = source("repo-1", "a.ts", "export const retries = 5; // seldom more");

function counted(): { reader: OutsideReader; requests: unknown[] } {
  const requests: unknown[] = [];
  return {
    requests,
    async reader(request) {
      requests.push(request);
      return { answer: { files: 1 }, sources: [CODE] };
    },
  };
}

function looking(run?: (floor: Floor, brief: Brief) => Promise<unknown>): Protocol {
  return probe(async (floor, brief) => {
    const { answer, sources } = await floor.look("files", { want: "a.ts" });
    const said = await run?.(floor, { ...brief, sources: [...brief.sources, ...sources] });
    return ended(JSON.stringify([answer, sources.map(({ text }) => text), said ?? null]));
  });
}

describe("reading outside", () => {
  test("KO1 KO2 what was read is recorded with its texts, and never read again", async () => {
    const { reader, requests } = counted();
    let stop = true;
    const protocol = looking(async (floor) => {
      if (stop) await floor.escalate("ask", { question: "Go on?", choices: [] });
    });
    const { app, id, hold, events } = await openProbe(protocol, { readOutside: reader });

    expect(await hold()).toMatchObject({ status: "waiting" });
    stop = false;
    const result = await hold();

    expect(requests).toEqual([{ want: "a.ts" }]);
    expect(result).toMatchObject({
      outcome: { summary: JSON.stringify([{ files: 1 }, [CODE.text], null]) },
    });
    const fact = (await events()).find((one) => one.fact.type === "outside-read")?.fact;
    expect(fact).toMatchObject({
      key: "files",
      answer: { files: 1 },
      sources: [{ id: "repo-1", title: "a.ts", sha256: CODE.sha256, bytes: CODE.bytes }],
    });
    expect(await (await app.read(id)).text(CODE.sha256)).toBe(CODE.text);
  });

  test("KO2 an exported journal is verified where nothing can be read", async () => {
    const protocol = looking();
    const { app, id, hold } = await openProbe(protocol, { readOutside: counted().reader });
    await hold();
    const elsewhere = buildTestApp({ model: scripted({}), clock: fakeClock(), protocol });

    const record = await app.read(id);
    await elsewhere.importJournal(await cutAfter(record, record.lines.length));

    expect(await verified(elsewhere, id)).toMatchObject({ ok: true, fault: null });
  });

  test("KO2 a text that was changed or is missing is found", async () => {
    const protocol = looking();
    const store = memoryStore();
    const { app, id, hold } = await openProbe(protocol, { store, readOutside: counted().reader });
    await hold();
    const record = await app.read(id);

    for (const words of ["export const retries = 6;", undefined]) {
      const text = async (sha256: string): Promise<string | undefined> =>
        sha256 === CODE.sha256 ? words : record.text(sha256);
      const found = await verifiedLines({ text }, record.lines, { protocols: [protocol] });
      expect(found.ok).toBe(false);
      expect(found.fault?.what).toMatch(/repo-1 (?:was changed|is missing)/);
    }
  });

  test("KO3 a request other than the recorded one stops the debate", async () => {
    let want = "a.ts";
    const protocol = probe(async (floor) => {
      await floor.look("files", { want });
      await floor.escalate("ask", { question: "Go on?", choices: [] });
      return ended("");
    });
    const { hold } = await openProbe(protocol, { readOutside: counted().reader });
    await hold();
    want = "b.ts";

    await expect(hold()).rejects.toThrow('The step "files" would now look for something else.');
  });

  test("KO4 an id that the debate has is refused", async () => {
    for (const id of ["brief", "option-A", "repo-1"]) {
      const protocol = probe(async (floor) => {
        await floor.look("files", {});
        return ended("");
      });
      const twice = [CODE, source(id, "again", "something else")];
      const { hold } = await openProbe(protocol, {
        readOutside: async () => ({ answer: null, sources: twice }),
      });
      await expect(hold()).rejects.toThrow(`The step files reads a second source "${id}".`);
    }
  });

  test("KO5 what cannot be read here pauses the debate, and is read where it can be", async () => {
    let here = false;
    const { reader } = counted();
    const { hold, types } = await openProbe(looking(), {
      readOutside: async (request) => {
        if (here) return reader(request);
        throw new SetupError("bad-settings", "This is not a checkout.");
      },
    });

    expect(await hold()).toEqual({
      status: "paused",
      reason: "failed",
      detail: "This is not a checkout.",
    });
    here = true;
    expect(await hold()).toMatchObject({ status: "settled" });
    expect(await types()).toEqual([
      "debate-opened",
      "debate-paused",
      "debate-resumed",
      "outside-read",
      "debate-settled",
    ]);
  });

  test("KO5 without a reader it pauses, and says why", async () => {
    const { hold } = await openProbe(looking());

    expect(await hold()).toMatchObject({
      status: "paused",
      detail: "files of a repository cannot be read here",
    });
  });

  test("a defect of the reader is no pause", async () => {
    const { hold } = await openProbe(looking(), {
      readOutside: async () => {
        throw new TypeError("a defect");
      },
    });

    await expect(hold()).rejects.toThrow("a defect");
  });

  test("K7 what was read can be quoted from then on, and what was not cannot", async () => {
    const quoting = (source_: string) =>
      askFor("Quote it.", {
        claims: ({ say }: Saying) => [
          {
            text: say,
            about: "A",
            side: "supports",
            evidence: [{ kind: "quote", source: source_, quote: "const retries = 5" }],
          },
        ],
      });
    const protocol = probe(async (floor) => {
      const [ann] = floor.participants;
      if (!ann) throw new TypeError("nobody");
      await floor.ask("before", ann, quoting("repo-1"));
      await floor.look("files", {});
      await floor.ask("after", ann, quoting("repo-1"));
      await floor.ask("elsewhere", ann, quoting("repo-2"));
      return ended("");
    });
    const { app, id, hold, events } = await openProbe(protocol, {
      script: { "*": says("five") },
      readOutside: counted().reader,
    });
    await hold();

    const checked = (await events()).flatMap(({ fact }) =>
      fact.type === "reply-recorded"
        ? fact.claims.flatMap(({ evidence }) => evidence.map(({ verified: is }) => is))
        : [],
    );
    expect(checked).toEqual([false, true, false]);
    expect(await verified(app, id)).toMatchObject({ ok: true, fault: null });
  });

  test("K1 a blind prompt may show what was read, and no words that only a peer said", async () => {
    const words = "nobody would ever retry this call more than five times in a row";
    const said = source("repo-1", "a.ts", `// ${words}`);
    const protocol = (shown: (brief: Brief) => string): Protocol =>
      probe(async (floor, brief) => {
        const [ann, bob] = floor.participants;
        if (!ann || !bob) throw new TypeError("nobody");
        await floor.ask("first", ann, askFor("Speak."));
        const { sources } = await floor.look("files", {});
        await floor.ask("second", bob, askFor(shown({ ...brief, sources })));
        return ended("");
      });
    const opened = (showing: Protocol, text: OutsideReader) =>
      openProbe(showing, { script: { "*": says(words) }, readOutside: text });
    const show = ({ sources }: Brief): string => sources.map(({ text }) => text).join();

    const fine = await opened(protocol(show), async () => ({ answer: null, sources: [said] }));
    expect(await fine.hold()).toMatchObject({ status: "settled" });
    expect(await verified(fine.app, fine.id)).toMatchObject({ ok: true });
    const leak = await opened(
      protocol(() => words),
      async () => ({ answer: null, sources: [] }),
    );
    await expect(leak.hold()).rejects.toThrow("shows a peer's words");
  });

  test("K9 a reading that was moved, doubled or left out is found", async () => {
    const protocol = looking((floor) =>
      floor.round("round", floor.participants, () => askFor("Speak.")),
    );
    const { app, id, hold } = await openProbe(protocol, {
      script: { "*": says("yes") },
      readOutside: counted().reader,
    });
    await hold();
    const record = await app.read(id);
    const facts = record.events.map(({ fact }) => fact);
    const at = facts.findIndex(({ type }) => type === "outside-read");
    const reading = facts[at];
    if (!reading) throw new TypeError("nothing was read");

    const wrong = [
      facts.filter((fact) => fact !== reading),
      facts.toSpliced(at, 0, reading),
      facts.filter((fact) => fact !== reading).toSpliced(-1, 0, reading),
    ];
    for (const changed of wrong) {
      const lines = forged(record, () => [...changed]);
      const found = await verifiedLines(record, lines, { protocols: [protocol] });
      expect(found.ok).toBe(false);
      expect(found.fault?.where).toMatch(/outside-read|replay|asks-committed/);
    }
  });
});
