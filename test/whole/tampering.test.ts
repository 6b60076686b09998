/** Bars of the audit: whatever is changed in a journal or in what was made from it, verify finds it. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type ReportFormat, renderReport } from "../../src/app/results/render-report.ts";
import {
  type SubjectCheckOptions,
  checkVerificationSubject,
  type VerifiedSubject,
} from "../../src/cli/verify/check-subject.ts";
import { parseDocumentOrigin } from "../../src/cli/verify/document-origin.ts";
import {
  readJournalDebateId,
  type FoundJournal,
  createFoundJournal,
  parseFoundJournal,
} from "../../src/cli/verify/find-journal.ts";
import { decodeDamagedBytes } from "../../src/cli/verify/read-damaged.ts";
import type { DebateRecord } from "../../src/dissent.ts";
import type { Event, Fact } from "../../src/domain/journal/event.ts";
import { formatJournalComment, findJournalInMarkdown } from "../../src/stores/embedded-journal.ts";
import { readJournalFile } from "../../src/stores/journal-file.ts";
import { rechained } from "../support/journals/forge-journal.ts";
import { heldOffline, PROTOCOL_IDS } from "../support/protocols/offline-debates.ts";

/** Neither keys nor a repository are looked at. */
const UNPROVEN: SubjectCheckOptions = { env: {}, cwd: null, allowedSigners: null };

const RUNS = Number(process.env["DISSENT_TAMPER_RUNS"] ?? 24);

describe.each(PROTOCOL_IDS)("%s", (protocol) => {
  let record: DebateRecord;
  let file: string;

  test("K9 a debate as it was held verifies, and so does its file", async () => {
    ({ record } = await heldOffline(protocol));
    file = await renderReport(record, "jsonl");

    expect(await verifiedFile(Buffer.from(file))).toMatchObject({ ok: true, debate: record.id });
  });

  test("K9 AV1 a byte changed anywhere in the file is found, unless it reads as the same journal", async () => {
    const bytes = Buffer.from(file);
    const whole = readJournalFile(file);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = Buffer.from(bytes);
          changed[at] = bytes[at]! ^ flip;
          const { text, fault } = decodeDamagedBytes(changed);
          const same = fault === null && isDeepSame(readJournalFile(text), whole);

          expect((await verifiedFile(changed)).ok, `byte ${at}`).toBe(same);
        },
      ),
      { numRuns: 10 * RUNS },
    );
  });

  test("K9 AV2 two events that change places are found, unless they are answers of one round", async () => {
    const { events } = record;
    await fc.assert(
      fc.asyncProperty(places(events.length, 2), async ([first = 0, second = 0]) => {
        const facts = copyFacts(record);
        [facts[first], facts[second]] = [facts[second]!, facts[first]!];
        const same = first === second || isOneRound(events.slice(first, second + 1));

        expect((await again(record, facts)).ok, `events ${first} and ${second}`).toBe(same);
      }),
      { numRuns: RUNS },
    );
  });

  test("K9 AV2 an event that is left out or stands there twice is found; without its end a debate has not ended", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(record.events.length - 1), async (at) => {
        const facts = copyFacts(record);
        const without = await again(record, facts.toSpliced(at, 1));
        const twice = await again(record, facts.toSpliced(at, 0, facts[at]!));

        expect(twice.ok, `event ${at} twice`).toBe(false);
        if (at < facts.length - 1) expect(without.ok, `without event ${at}`).toBe(false);
        else expect(without.holds.join()).toContain("the debate has not ended");
      }),
      { numRuns: RUNS },
    );
  });

  test("K9 AV2 a vote that is changed, in the reply, in what is said of it or in both, is found", async () => {
    const voted = record.events.flatMap(({ fact }, at) =>
      fact.type === "reply-recorded" && fact.said?.position ? [at] : [],
    );
    expect(voted.length).toBeGreaterThan(0);
    for (const at of voted.slice(-8)) {
      for (const where of ["reply", "said", "both"]) {
        const facts = copyFacts(record);
        const fact = facts[at] as { reply: unknown; said: { position: string } };
        const { position } = fact.said;
        const other = position === "A" ? "B" : position === "accept" ? "reject" : `${position}s`;
        const reply = replaced(fact.reply, position, other);
        // some protocols make the position of several fields of a reply
        if (where !== "said" && JSON.stringify(reply) === JSON.stringify(fact.reply)) continue;
        if (where !== "said") fact.reply = reply;
        if (where !== "reply") fact.said.position = other;

        expect((await again(record, facts)).ok, `event ${at}, ${where}`).toBe(false);
      }
    }
  });

  test("K9 AV2 whatever is changed in the outcome is found", async () => {
    const end = record.events.findIndex(({ fact }) => fact.type === "debate-settled");
    await fc.assert(
      fc.asyncProperty(pickLeaf(record.events[end]!.fact), async (path) => {
        const facts = copyFacts(record);
        changeAt(facts[end]!, path);

        const { ok, fault } = await again(record, facts);

        expect(ok, path.join(".")).toBe(false);
        expect(fault?.where).toBe(`event ${end} (debate-settled)`);
      }),
      { numRuns: RUNS },
    );
  });

  test("K9 AV2 whatever is changed in any event is found, but for what no rule speaks of", async () => {
    const leaf = fc
      .nat(record.events.length - 1)
      .chain((at) => fc.tuple(fc.constant(at), pickLeaf(record.events[at]!.fact)));
    await fc.assert(
      fc.asyncProperty(leaf, async ([at, path]) => {
        const facts = copyFacts(record);
        changeAt(facts[at]!, path);
        const { ok } = await again(record, facts);
        const name = [record.events[at]!.fact.type, ...path].join(".");

        if (ok) expect(name).toMatch(UNSEEN);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  test("K9 another text for an artifact or a source is found", async () => {
    const texts = readJournalFile(file).texts;
    for (const sha256 of texts.keys()) {
      const journal = wrapRecord(record);
      const text = async (wanted: string): Promise<string | undefined> =>
        wanted === sha256 ? `${texts.get(sha256)} ` : record.text(wanted);
      const { ok, fault } = await checkVerificationSubject(
        { debate: record.id, journal: { ...journal, text }, documents: [] },
        UNPROVEN,
      );

      expect({ ok, what: fault?.what }).toEqual({
        ok: false,
        what: expect.stringContaining("is missing or was changed"),
      });
    }
  });

  test.each(["md", "adr", "yaml", "json"] as const)(
    "R15 a line that is changed, left out or put into the %s is found where it stands",
    async (format) => {
      const lines = (await renderReport(record, format)).split("\n");
      expect(await verifiedDocument(record, format, lines)).toMatchObject({ ok: true });
      await fc.assert(
        fc.asyncProperty(fc.nat(lines.length - 2), fc.nat(2), async (at, how) => {
          const line = lines[at]!;
          const changed =
            how === 0
              ? lines.with(at, `${line}x`)
              : how === 1
                ? lines.toSpliced(at, 1)
                : lines.toSpliced(at, 0, "x");
          // two lines that are the same: without the first, the second stands in its place
          const place = changed.findIndex((one, index) => one !== lines[index]) + 1;

          const { ok, fault } = await verifiedDocument(record, format, changed);

          expect(ok, `${line} (${how})`).toBe(false);
          const named = new RegExp(`^record\\.\\w+(?: line ${place})?$|^journal`);
          expect(fault?.where).toMatch(named);
        }),
        { numRuns: RUNS / 2 },
      );
    },
  );

  test("K9 a byte changed anywhere in a record with its journal inside is found", async () => {
    const page = `${await renderReport(record, "md")}\n${formatJournalComment(file)}\n`;
    const bytes = Buffer.from(page);
    expect((await verifiedPage(bytes)).ok).toBe(true);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = Buffer.from(bytes);
          changed[at] = bytes[at]! ^ flip;

          expect((await verifiedPage(changed)).ok, `byte ${at}`).toBe(false);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** What a journal says and no rule uses; docs/verifying.md has the list. */
const UNSEEN =
  /^(?:debate-opened\.(?:by|debate|limits|timeoutMs|notices|forkedFrom|settings|brief\.(?:feature|id|options)|participants\.\d+\.(?:model|role|stance|name|mark))|reply-recorded\.(?:latencyMs|speaker|usage|reply)|participant-absent\.(?:latencyMs|speaker|usage|raw)|clock-read)/;

function copyFacts({ events }: DebateRecord): Fact[] {
  return structuredClone(events.map(({ fact }) => fact));
}

function wrapRecord({ lines, text }: DebateRecord): FoundJournal {
  return { lines, text, texts: [], signatures: [], fault: null, from: "here" };
}

/** What verify says of these facts, chained as if they had been recorded so. */
function again(record: DebateRecord, facts: readonly Fact[]): Promise<VerifiedSubject> {
  const lines = rechained(record.lines, facts);
  const journal = { ...wrapRecord(record), lines };
  return checkVerificationSubject({ debate: record.id, journal, documents: [] }, UNPROVEN);
}

async function verifiedFile(bytes: Buffer): Promise<{ ok: boolean; debate?: string }> {
  let journal: FoundJournal;
  try {
    journal = parseFoundJournal(decodeDamagedBytes(bytes), "j.jsonl");
  } catch {
    return { ok: false };
  }
  return checkVerificationSubject(
    { debate: readJournalDebateId(journal) ?? "", journal, documents: [] },
    UNPROVEN,
  );
}

function verifiedDocument(
  record: DebateRecord,
  format: Exclude<ReportFormat, "jsonl">,
  lines: readonly string[],
): Promise<VerifiedSubject> {
  const text = lines.join("\n");
  const name = `record.${format === "adr" ? "md" : format}`;
  const nothing = { format, debate: undefined, head: undefined, likeCases: null };
  const document = {
    shown: name,
    text,
    fault: null,
    stated: parseDocumentOrigin(name, text) ?? nothing,
  };
  const journal = wrapRecord(record);
  return checkVerificationSubject({ debate: record.id, journal, documents: [document] }, UNPROVEN);
}

async function verifiedPage(bytes: Buffer): Promise<{ ok: boolean }> {
  const { text, fault } = decodeDamagedBytes(bytes);
  const inside = findJournalInMarkdown(text);
  // nothing to verify it against is not verified either
  if (inside.journal === undefined) return { ok: false };
  const journal = createFoundJournal(inside.journal, "inside it");
  const nothing = { format: "md" as const, debate: undefined, head: undefined, likeCases: null };
  const stated = parseDocumentOrigin("record.md", inside.around) ?? nothing;
  const document = { shown: "record.md", text: inside.around, fault, stated };
  return checkVerificationSubject(
    { debate: readJournalDebateId(journal) ?? "", journal, documents: [document] },
    UNPROVEN,
  );
}

/** Two places in order. */
function places(length: number, count: number): fc.Arbitrary<number[]> {
  return fc
    .array(fc.nat(length - 1), { minLength: count, maxLength: count })
    .map((all) => all.toSorted((a, b) => a - b));
}

function isOneRound(events: readonly Event[]): boolean {
  const steps = events.map(({ fact }) =>
    fact.type === "reply-recorded" || fact.type === "participant-absent"
      ? fact.key.slice(0, fact.key.lastIndexOf("/"))
      : null,
  );
  return steps[0] !== null && new Set(steps).size === 1;
}

type Path = readonly string[];

function pickLeaf(value: object): fc.Arbitrary<Path> {
  return fc.constantFrom(...listLeaves(value).filter((path) => path.at(-1) !== "type"));
}

function listLeaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, part]) => listLeaves(part, [...path, key]));
}

function changeAt(value: object, path: Path): void {
  const last = path.at(-1)!;
  const owner = path
    .slice(0, -1)
    .reduce((at, key) => at[key] as Record<string, unknown>, value as Record<string, unknown>);
  owner[last] = another(owner[last]);
}

function another(value: unknown): unknown {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (value === null) return "x";
  return Array.isArray(value) ? ["x"] : { x: 1 };
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => replaced(part, from, to));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replaced(part, from, to)]),
  );
}

function isDeepSame(
  a: ReturnType<typeof readJournalFile>,
  b: ReturnType<typeof readJournalFile>,
): boolean {
  const plain = ({ lines, texts, fault }: typeof a): string =>
    JSON.stringify([lines, [...texts], fault]);
  return plain(a) === plain(b);
}
