/** The rules of a merge counted again from its journal, by eyes that do not know the code. */
import { expect } from "vitest";
import { parse } from "yaml";

import type { Event, ReplyRecorded } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import { artifact, type Held } from "./debate.ts";

export interface Checking {
  readonly at: string;
  readonly max: number;
  readonly settings: {
    readonly depth: string;
    readonly convergence: number;
    readonly base: number | null;
  };
}

interface Result {
  readonly status: string;
  readonly merged_output_path: string | null;
  readonly base_variant: number;
  readonly convergence_score: number;
  readonly unresolved_conflicts: readonly { readonly point: string }[];
  readonly reasons: readonly string[];
  readonly points: readonly {
    readonly point: string;
    readonly winner: number | null;
    readonly confidence: number;
  }[];
  readonly scores: readonly { readonly variant: number; readonly score: number }[];
  readonly changes: readonly { readonly status: string }[];
  readonly base_by: string;
  readonly overrides: readonly { readonly stop: string; readonly choice: string }[];
}

export async function checkOutcome(held: Held, { at, max, settings }: Checking): Promise<void> {
  const outcome = held.outcome!;
  const result = outcome.result as unknown as Result;
  expect(["MERGED/decided", "PARTIAL/open", "ABORTED/failed"], at).toContain(
    `${outcome.label}/${outcome.ending}`,
  );
  const turns = held.events.filter(
    ({ fact }) => fact.type === "reply-recorded" || fact.type === "participant-absent",
  );
  expect(turns.length, at).toBeLessThanOrEqual(max);
  const absent = turns.filter(({ fact }) => fact.type === "participant-absent");
  expect(outcome.absences, at).toHaveLength(absent.length);
  if (outcome.confidence === "HIGH") expect(absent, `${at}: sure without everyone`).toEqual([]);
  expect(parse(await artifact(held, "adversarial/result.yaml")), at).toMatchObject(
    JSON.parse(JSON.stringify(result)) as object,
  );
  if (outcome.label === "ABORTED") return;
  const page = await artifact(held, "adversarial/diff-analysis.md");
  const holders = new Map(
    [...page.matchAll(/^\| (U-\d{3}) \| \w+ \| \S+ \| ([A-J]) \|/gm)].map(
      ([, id = "", label = ""]) => [id, label.charCodeAt(0) - 64] as const,
    ),
  );
  checkVotes(held.events, outcome, { at, settings, holders });
  checkBase(result, { at, settings });
  await checkText(held, result, at);
}

type Replies = ReadonlyMap<string, ReplyRecorded>;

/** By the words of the rules alone, not by the code under test. */
function checkVotes(
  events: readonly Event[],
  { result: raw, dissents }: Outcome,
  {
    at,
    settings,
    holders,
  }: Pick<Checking, "at" | "settings"> & { readonly holders: ReadonlyMap<string, number> },
): void {
  const result = raw as unknown as Result;
  const replies: Replies = new Map(
    events.flatMap(({ fact }) => (fact.type === "reply-recorded" ? [[fact.key, fact]] : [])),
  );
  const seats = [...replies.keys()].flatMap(
    (key) => /^statements(?:-again)?\/(.+)$/.exec(key)?.[1] ?? [],
  );
  let agreed = 0;
  for (const { point, winner, confidence } of result.points) {
    const holder = holders.get(point);
    const votes = seats
      .map((seat) => readVote(replies, seat, point))
      // what only one has is taken by naming it, and left by naming another
      .map((vote) => (vote === null || holder === undefined || vote === holder ? vote : 0));
    const counts = new Map<number, number>();
    for (const vote of votes) if (vote !== null) counts.set(vote, (counts.get(vote) ?? 0) + 1);
    const carried = [...counts].filter(
      ([, count]) => seats.length > 1 && count * 3 >= seats.length * 2,
    );
    expect(winner, `${at}: ${point}`).toBe(carried[0]?.[0] ?? null);
    if (winner === null) expect(confidence, at).toBe(50);
    else agreed++;
    const unanimous = winner !== null && counts.get(winner) === seats.length;
    expect(confidence >= 90 && counts.size === 1, `${at}: ${point}`).toBe(
      unanimous && confidence >= 90,
    );
  }
  const share = result.points.length === 0 ? 1 : agreed / result.points.length;
  expect(result.convergence_score, at).toBe(share);
  const answer = result.overrides.find(({ stop }) => stop === "after-debate");
  const reached =
    result.points.length === 0 ||
    settings.depth === "quick" ||
    agreed * 100 >= Math.round(settings.convergence * 100) * result.points.length;
  const converged = answer ? answer.choice === "accept" : reached;
  expect(result.reasons.includes("not_converged"), at).toBe(!converged);
  const open = result.points.filter(({ winner }) => winner === null).map(({ point }) => point);
  const listed = result.unresolved_conflicts.map(({ point }) => point);
  for (const point of open) expect(listed, at).toContain(point);
  for (const { words, by } of dissents) {
    const own = [...replies.values()]
      .filter((one) => one.by === by)
      .map(({ reply }) => JSON.stringify(reply));
    expect(
      own.some((text) => text.includes(JSON.stringify(words))),
      `${at}: ${by}`,
    ).toBe(true);
  }
}

/** The last word counts; a concession to another variant outweighs the vote beside it. */
function readVote(replies: Replies, seat: string, point: string): number | null {
  const keys = ["statements", "statements-again", "rebuttals", "finals"].map(
    (step) => `${step}/${seat}`,
  );
  const own = ownVariant(replies, seat);
  let vote: number | null = null;
  for (const key of keys) {
    const reply = replies.get(key)?.reply as
      | Record<string, readonly Record<string, Json>[]>
      | undefined;
    if (!reply) continue;
    for (const winner of reply["winners"] ?? reply["changes"] ?? []) {
      if (winner["point"] === point) vote = winner["variant"] as number;
    }
    for (const given of reply["concessions"] ?? []) {
      const to = given["variant"] as number | null;
      if (given["point"] === point && to !== null && to !== own) vote = to;
    }
  }
  return vote;
}

/** Authors that wrote nothing leave no number behind. */
function ownVariant(replies: Replies, seat: string): number {
  const number = Number(seat.split("-")[1]);
  const written = [...replies.keys()].flatMap(
    (key) => /^variants(?:-again)?\/author-(\d+)$/.exec(key)?.[1] ?? [],
  );
  if (written.length === 0) return number;
  return (
    written
      .map(Number)
      .toSorted((a, b) => a - b)
      .indexOf(number) + 1
  );
}

function checkBase(
  { base_variant, base_by, scores }: Result,
  { at, settings }: Pick<Checking, "at" | "settings">,
): void {
  if (base_by === "identical") return;
  const best = Math.max(...scores.map(({ score }) => score));
  const chosen = scores.find(({ variant }) => variant === base_variant)?.score ?? 0;
  if (base_by === "person") return;
  expect(settings.base, at).toBeNull();
  // six digits are shown; what is compared is exact
  expect(best - chosen, at).toBeLessThan(0.05 + 1e-6);
}

/** Nothing stands in the merged document that does not stand in a variant, but for comments and heading levels. */
async function checkText(
  held: Held,
  { merged_output_path, changes, base_variant }: Result,
  at: string,
): Promise<void> {
  const record = await held.app.read(held.id);
  const texts: string[] = [];
  for (const { fact } of record.events) {
    if (fact.type === "debate-opened") {
      for (const { id, sha256 } of fact.brief.sources) {
        if (id.startsWith("variant-")) texts.push((await record.text(sha256)) ?? "");
      }
    }
    if (fact.type === "reply-recorded" && fact.key.startsWith("variants")) {
      texts.push((fact.reply as { document: string }).document);
    }
  }
  const merged = await artifact(held, merged_output_path!);
  if (changes.every(({ status }) => status !== "applied")) {
    expect(texts, `${at}: no change, so the base`).toContain(merged);
    return;
  }
  const known = new Set(texts.flatMap(splitLines));
  const strange = splitLines(merged.replace(/<!--[^]*?-->/g, "")).filter(
    (line) => !known.has(line),
  );
  expect(strange, `${at}: into ${base_variant}`).toEqual([]);
}

function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^#+\s*/, ""))
    .filter((line) => line !== "");
}
