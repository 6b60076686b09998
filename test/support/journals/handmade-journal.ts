/** Journals written by hand, for readers of journals: who held what, on which claims, shown to whom. */
import type { Claim } from "../../../src/domain/claim.ts";
import type { Event, Fact, ReplySummary } from "../../../src/domain/journal/event.ts";
import { outcome, type Outcome } from "../../../src/domain/outcome/outcome.ts";
import { tally, TWO_THIRDS, type VoteShare } from "../../../src/domain/outcome/tally.ts";

/** Long enough to prove something. */
export const QUOTE = "a wrong merge silently overwrites a safety record";

export interface SpokenByHand {
  readonly by: string;
  readonly holds: string;
  readonly because?: readonly string[];
  readonly claims?: readonly ClaimByHand[];
  readonly words?: string;
  readonly wouldChange?: string;
  readonly confidence?: number;
}

/** "risk A, value B": a round in which nobody says more. */
export function votesByHand(votes: string): SpokenByHand[] {
  return votes.split(", ").map((vote) => {
    const [by = "", holds = ""] = vote.split(" ");
    return { by, holds };
  });
}

export interface ClaimByHand {
  readonly id: string;
  readonly text?: string;
  readonly about: string;
  readonly side?: "supports" | "attacks";
  /** A quote that holds; null for none, "invented" for one that does not. */
  readonly quote?: string | null;
  readonly source?: string;
}

export interface HandmadeSetting {
  /** Seat to model. */
  readonly seats: Readonly<Record<string, string>>;
  readonly rounds: readonly (readonly SpokenByHand[])[];
  readonly needed?: VoteShare;
  readonly changes?: Partial<Outcome>;
  /** Left out: the debate has not ended. */
  readonly unsettled?: boolean;
  readonly sources?: readonly string[];
  /** How many rounds back everyone is shown; all, unless said otherwise. */
  readonly shownRounds?: number;
}

/** A debate in rounds: the first blind, in each later one everyone is shown what was said before. */
export function handmade(setting: HandmadeSetting): Event[] {
  const { seats, rounds, sources = ["brief"] } = setting;
  const facts: Fact[] = [openedBy(seats, sources)];
  const before: string[][] = [];
  const { shownRounds = rounds.length } = setting;
  for (const [index, turns] of rounds.entries()) {
    const step = `round-${index + 1}`;
    const reveals = before.slice(-shownRounds).flat();
    facts.push({
      type: "asks-committed",
      step,
      blind: index === 0,
      asks: turns.map(({ by }) => ({ by, prompt: "0".repeat(64), bytes: 0, reveals })),
    });
    for (const turn of turns) facts.push(createReplyFact(step, turn, seats[turn.by] ?? "model"));
    facts.push({ type: "round-closed", step });
    before.push(turns.map(({ by }) => `${step}/${by}`));
  }
  if (setting.unsettled !== true) {
    facts.push({ type: "debate-settled", outcome: computeHandmadeOutcome(setting) });
  }
  return facts.map((fact, sequence) => ({
    sequence,
    atMs: 1_000 * sequence,
    previous: "",
    hash: `hash-${sequence}`,
    fact,
  }));
}

function openedBy(seats: HandmadeSetting["seats"], sources: readonly string[]): Fact {
  return {
    type: "debate-opened",
    format: 1,
    debate: "handmade-0000",
    protocol: "judges",
    protocolVersion: 1,
    brief: {
      id: "handmade",
      question: "Which?",
      options: ["A", "B", "C"].map((id) => ({ id, label: id, description: "" })),
      sources: sources.map((id) => ({ id, title: id, sha256: "0".repeat(64), bytes: 1 })),
      featureName: null,
      featureDir: null,
    },
    participants: Object.entries(seats).map(([id, model]) => ({
      id,
      name: id.charAt(0).toUpperCase() + id.slice(1),
      role: "judge",
      stance: null,
      model,
      mark: id.charAt(0).toUpperCase(),
    })),
    settings: {},
    limits: { calls: null, tokens: null, usd: null, wallMs: null, onLimit: "pause" },
    timeoutMs: 1_000,
    salt: "",
    notices: [],
    by: "test",
    forkedFrom: null,
  };
}

function createReplyFact(step: string, turn: SpokenByHand, model: string): Fact {
  const { by, holds, because = [], claims = [], wouldChange = null, confidence = 70 } = turn;
  const words = turn.words ?? `${by} stands by ${holds} in ${step}`;
  const said: ReplySummary = {
    position: holds,
    confidence,
    words,
    wouldChange,
    ...(because.length > 0 && { because }),
  };
  const [provider = model, served = model] = model.split("/");
  return {
    type: "reply-recorded",
    key: `${step}/${by}`,
    by,
    reply: { words, claims: claims.map((claim) => formatClaimText(claim)) },
    said,
    claims: claims.map((claim) => createHandmadeClaim(by, claim)),
    unmet: [],
    speaker: { provider, requested: model, served, version: null },
    usage: { inputTokens: 100, outputTokens: 10, costUsd: 0.01 },
    latencyMs: 10,
  };
}

function createHandmadeClaim(by: string, claim: ClaimByHand): Claim {
  const { id, about, side = "supports", quote = null, source = "brief" } = claim;
  const evidence =
    quote === null ? [] : [{ source, quote, verified: quote !== "invented words of some length" }];
  return { id, by, text: formatClaimText(claim), about, side, evidence };
}

function formatClaimText({ id, text, about }: ClaimByHand): string {
  return text ?? `${id} says of ${about} what only ${id} knows`;
}

function computeHandmadeOutcome({
  seats,
  rounds,
  needed = TWO_THIRDS,
  changes,
}: HandmadeSetting): Outcome {
  const votes = (turns: readonly SpokenByHand[]) =>
    tally(
      turns.map(({ by, holds }) => ({ by, option: holds })),
      needed,
    );
  const first = votes(rounds[0] ?? []);
  const final = votes(lastStands(rounds));
  const { carried } = final;
  return outcome({
    label: carried === null ? "CONTESTED" : "CONSENSUS",
    ending: carried === null ? "open" : "decided",
    choice: carried,
    summary: "",
    present: final.cast,
    expected: Object.keys(seats).length,
    tallies: [first, final],
    baseline: {
      distribution: first.distribution,
      choice: first.carried,
      changed: first.carried !== carried,
    },
    rounds: rounds.length,
    ...changes,
  });
}

function lastStands(rounds: HandmadeSetting["rounds"]): SpokenByHand[] {
  return [...new Map(rounds.flat().map((turn) => [turn.by, turn])).values()];
}
