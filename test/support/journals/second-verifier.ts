/**
 * A second verifier, written from docs/journal.md and docs/audit.md alone. It shares no code with the first one:
 * what both say is not a slip of one of them.
 */
import { createHash } from "node:crypto";

interface Evidence {
  source: string;
  quote: string;
  verified: boolean;
}

interface Claim {
  id: string;
  by: string;
  text: string;
  about: string;
  side: "supports" | "attacks";
  evidence: Evidence[];
}

interface Said {
  position: string | null;
  words: string;
  because?: string[];
}

interface Outcome {
  tallies: { votes: { by: string; option: string }[]; needed: { needed: number; of: number } }[];
  baseline: { distribution: Record<string, string[]> } | null;
  changes: { by: string; from: string; to: string; standing: string }[];
  absences: { by: string }[];
  ending: string;
  confidence: string;
  nobodyJudged?: boolean;
  judge?: { choice: string | null; consistent: boolean };
}

interface Fact {
  type: string;
  step: string;
  key: string;
  by: string;
  blind: boolean;
  asks: { by: string; reveals: string[] }[];
  said: Said | null;
  claims: Claim[];
  speaker: { provider: string; requested: string; served: string | null };
  participants: { id: string; model: string }[];
  brief: { sources: { id: string; sha256: string }[] };
  settings: Record<string, unknown>;
  sha256: string;
  outcome: Outcome;
}

export interface Line {
  sequence: number;
  atMs: number;
  previous: string;
  hash: string;
  fact: Fact;
}

/** The chain and the texts of a file; throws with what is wrong. */
export function readFile(text: string): Line[] {
  const texts = new Set<string>();
  const lines: Line[] = [];
  let previous = "0".repeat(64);
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    if (line.startsWith('{"blob":')) {
      const { blob, text: words } = JSON.parse(line) as { blob: string; text: string };
      if (sha256(words) !== blob) throw new Error("a text does not match its hash");
      texts.add(blob);
      continue;
    }
    // ssh-keygen checks these
    if (line.startsWith('{"signature":')) continue;
    const tail = /,"hash":"([0-9a-f]{64})"\}$/.exec(line);
    if (!tail || sha256(`${line.slice(0, -75)}}`) !== tail[1])
      throw new Error("a line was changed");
    const read = JSON.parse(line) as Line;
    if (read.sequence !== lines.length) throw new Error("a line is out of sequence");
    if (read.previous !== previous) throw new Error("a line does not follow its predecessor");
    if (read.atMs < (lines.at(-1)?.atMs ?? 0)) throw new Error("time runs backwards");
    previous = read.hash;
    lines.push(read);
  }
  const [first] = lines;
  if (first?.fact.type !== "debate-opened") throw new Error("no debate is opened");
  const named = [
    ...first.fact.brief.sources.map((source) => source.sha256),
    ...lines.flatMap(({ fact }) => (fact.type === "artifact-published" ? [fact.sha256] : [])),
  ];
  for (const hash of named) if (!texts.has(hash)) throw new Error(`the text ${hash} is missing`);
  for (const hash of texts) if (!named.includes(hash)) throw new Error(`nobody names ${hash}`);
  return lines;
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Votes of a debate of judges, read from their replies and counted anew; docs/protocols/judges.md has the rule. */
export function judgesTallies(lines: readonly Line[]): {
  blind: Record<string, string[]>;
  final: Record<string, string[]>;
  carried: string | null;
} {
  const { outcome } = settled(lines) ?? {};
  if (!outcome) throw new Error("the debate has not ended");
  const seats = lines[0]?.fact.participants.map(({ id }) => id) ?? [];
  const stands = heard(lines).stands.toSorted((a, b) => seats.indexOf(a.by) - seats.indexOf(b.by));
  const rounds = lines.flatMap(({ fact }) => (fact.type === "asks-committed" ? [fact.step] : []));
  const last = rounds.includes("responses") ? "responses" : "openings";
  const blind = new Map<string, string>();
  const final = new Map<string, string>();
  for (const { by, position, step } of stands) {
    if (step === "openings") blind.set(by, position);
    // who does not speak in the last round has no vote
    if (step !== last) continue;
    const isUndone = outcome.changes.some(
      (change) =>
        change.by === by &&
        change.standing === "reverted" &&
        change.from === blind.get(by) &&
        change.to === position,
    );
    final.set(by, isUndone ? (blind.get(by) ?? position) : position);
  }
  const share = outcome.tallies.at(-1)?.needed ?? { needed: 2, of: 3 };
  const counted = count([...final]);
  const votes = counted.leader === null ? 0 : (counted.distribution[counted.leader]?.length ?? 0);
  // K4: of all who voted in round 1, whoever came back
  const isEnough = votes * share.of >= blind.size * share.needed;
  return {
    blind: count([...blind]).distribution,
    final: counted.distribution,
    carried: isEnough ? counted.leader : null,
  };
}

interface Stand {
  by: string;
  key: string;
  step: string;
  position: string;
  words: string;
  because: string[];
  claims: Claim[];
  shown: Set<string>;
}

function heard(lines: readonly Line[]): { stands: Stand[]; claims: Map<string, Claim> } {
  const reveals = new Map<string, string[]>();
  const claimsBySeat = new Map<string, Claim[]>();
  const claims = new Map<string, Claim>();
  const stands: Stand[] = [];
  for (const { fact } of lines) {
    if (fact.type === "asks-committed") {
      for (const ask of fact.asks) {
        const key = fact.step.includes("/") ? fact.step : `${fact.step}/${ask.by}`;
        reveals.set(key, ask.reveals);
      }
    }
    if (fact.type !== "reply-recorded") continue;
    claimsBySeat.set(fact.key, fact.claims);
    for (const claim of fact.claims) claims.set(claim.id, claim);
    if (!fact.said?.position) continue;
    const shown = (reveals.get(fact.key) ?? []).flatMap((key) => claimsBySeat.get(key) ?? []);
    stands.push({
      by: fact.by,
      key: fact.key,
      step: fact.key.split("/")[0] ?? "",
      position: fact.said.position,
      words: fact.said.words,
      because: fact.said.because ?? [],
      claims: fact.claims,
      shown: new Set(shown.map(({ id }) => id)),
    });
  }
  return { stands, claims };
}

function settled(lines: readonly Line[]): { outcome: Outcome } | undefined {
  return lines.find(({ fact }) => fact.type === "debate-settled")?.fact;
}

interface Count {
  distribution: Record<string, string[]>;
  cast: number;
  leader: string | null;
  margin: number;
}

function count(votes: readonly (readonly [string, string])[]): Count {
  const options = [...new Set(votes.map(([, option]) => option))];
  const ranked = options
    .map((option) => ({ option, by: votes.filter(([, own]) => own === option).map(([by]) => by) }))
    .sort((a, b) => b.by.length - a.by.length || (a.option < b.option ? -1 : 1));
  const margin = (ranked[0]?.by.length ?? 0) - (ranked[1]?.by.length ?? 0);
  return {
    distribution: Object.fromEntries(ranked.map(({ option, by }) => [option, by])),
    cast: votes.length,
    leader: margin > 0 ? (ranked[0]?.option ?? null) : null,
    margin,
  };
}

interface Change {
  by: string;
  key: string;
  from: string;
  to: string;
  class: string;
  cause: string | null;
  towardMajority: boolean;
}

export interface SecondAudit {
  strength: string;
  tallies: { blind: Count; final: Count; audited: Count };
  flips: Change[];
  unanswered: string[];
  families: Record<string, string[]>;
  rho: number;
  effectiveVotes: number;
}

export function auditAgain(lines: readonly Line[]): SecondAudit {
  const { stands, claims } = heard(lines);
  const outcome = settled(lines)?.outcome;
  const ruled = [...(outcome?.changes ?? [])];
  const flips = changesIn(stands, claims).map((flip) => {
    const at = ruled.findIndex(
      (one) => one.by === flip.by && one.from === flip.from && one.to === flip.to,
    );
    const standing = at < 0 ? "explained" : ruled.splice(at, 1)[0]?.standing;
    return standing === "explained" ? flip : { ...flip, class: "capitulated", cause: null };
  });
  const tallies = talliesIn(lines, stands, flips);
  const unanswered = attacksLeft(stands, claims, tallies.final.leader);
  const voices = Object.values(tallies.final.distribution).flat();
  const models = modelsIn(lines);
  const families: Record<string, string[]> = {};
  for (const seat of voices)
    (families[findModelFamily(models.get(seat) ?? seat)] ??= []).push(seat);
  const kinds = new Set(voices.map((seat) => models.get(seat) ?? seat)).size;
  const rho = kinds <= 1 ? 0.6 : Object.keys(families).length <= 1 ? 0.5 : 0.44;
  const hosted = families["host"]?.length ?? 0;
  const count = hosted > 1 ? voices.length - hosted + 1 : voices.length;
  const effectiveVotes = count === 0 ? 0 : count / (1 + (count - 1) * rho);
  const strength = computeStrength({
    ...tallies,
    gone: absentStands(outcome, stands),
    judge: outcome?.judge,
    unanswered: unanswered.length,
    changes: flips.length,
    capitulations: flips.filter((flip) => flip.class === "capitulated").length,
    families: Object.keys(families).length,
    effectiveVotes,
    whole: outcome !== undefined && outcome.absences.length === 0,
    judged: outcome?.nobodyJudged !== true,
    ending: outcome?.ending,
    confidence: outcome?.confidence,
  });
  return { strength, tallies, flips, unanswered, families, rho, effectiveVotes };
}

function absentStands(outcome: Outcome | undefined, stands: readonly Stand[]): [string, string][] {
  const voters = outcome?.tallies.at(-1)?.votes.map(({ by }) => by) ?? [];
  if (!outcome || voters.length === 0) return [];
  const last = new Map(stands.map(({ by, position }) => [by, position]));
  return [...last].filter(
    ([by]) => outcome.absences.some((one) => one.by === by) && !voters.includes(by),
  );
}

function words(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)].map(([word]) =>
    word.toLowerCase(),
  );
}

function runs(text: string): Set<string> {
  const all = words(text);
  if (all.length < 3) return new Set([all.join(" ")]);
  const found = new Set<string>();
  for (let at = 0; at + 3 <= all.length; at++) found.add(all.slice(at, at + 3).join(" "));
  return found;
}

function alike(a: Set<string>, b: Set<string>): number {
  const either = new Set([...a, ...b]).size;
  return either === 0 ? 0 : [...a].filter((run) => b.has(run)).length / either;
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function isProven({ evidence }: Claim): boolean {
  return evidence.some(({ verified, quote }) => verified && folded(quote).length >= 20);
}

function changesIn(stands: readonly Stand[], claims: ReadonlyMap<string, Claim>): Change[] {
  const last = new Map<string, Stand>();
  const changes: Change[] = [];
  for (const stand of stands) {
    const before = last.get(stand.by);
    if (before && before.position !== stand.position) {
      const { by, key, position: to } = stand;
      const others = [...last].filter(([seat]) => seat !== by).map(([, one]) => one);
      const held = others.filter(({ position }) => position === to).length;
      const towardMajority =
        held > 0 &&
        others.every(
          ({ position }) =>
            position === to || others.filter((one) => one.position === position).length < held,
        );
      const judged = classifyChange({ stand, before, others, claims });
      changes.push({ by, key, from: before.position, to, ...judged, towardMajority });
    }
    last.set(stand.by, stand);
  }
  return changes;
}

interface Turning {
  stand: Stand;
  before: Stand;
  /** Last stands of everyone else. */
  others: Stand[];
  claims: ReadonlyMap<string, Claim>;
}

function classifyChange(turning: Turning): { class: string; cause: string | null } {
  const { stand, before, others, claims } = turning;
  const named = stand.because.flatMap((id) => claims.get(id) ?? []);
  const foreign = named.filter(({ by }) => by !== stand.by);
  const bearing = foreign.filter((claim) => stand.shown.has(claim.id) && bears(claim, turning));
  const convincing = bearing.find((claim) => isProven(claim) && !before.shown.has(claim.id));
  const all = (one: Stand): Set<string> =>
    runs([one.words, ...one.claims.map(({ text }) => text)].join(" "));
  const isEcho = others.some(
    (other) => other.position === stand.position && alike(all(stand), all(other)) >= 0.7,
  );
  if (isEcho) return { class: "capitulated", cause: null };
  if (convincing) return { class: "persuaded", cause: convincing.id };
  if (bearing.length > 0 && !bearing.some(isProven))
    return { class: "reasoned-unverified", cause: bearing[0]?.id ?? null };
  const own = stand.claims.find(
    (claim) => isProven(claim) && claim.about === stand.position && claim.side === "supports",
  );
  const onlyOwn = stand.because.every((id) => claims.get(id)?.by === stand.by);
  if (own && onlyOwn && foreign.length === 0) return { class: "self-corrected", cause: own.id };
  return { class: "capitulated", cause: null };
}

function bears(claim: Claim, { stand, before, others, claims }: Turning): boolean {
  if (claim.about === stand.position) return claim.side === "supports";
  if (claim.about === before.position || claim.about === stand.by) return claim.side === "attacks";
  const target = claims.get(claim.about);
  if (target && target.by === stand.by) return true;
  if (target && target.about === before.position && target.side === "supports")
    return claim.side === "attacks";
  return others.some(({ by, position }) => by === claim.by && position === stand.position);
}

function talliesIn(
  lines: readonly Line[],
  stands: readonly Stand[],
  flips: readonly Change[],
): SecondAudit["tallies"] {
  const outcome = settled(lines)?.outcome;
  const tally = outcome?.tallies.at(-1);
  const baseline = outcome?.baseline ?? null;
  const first = Object.values(baseline?.distribution ?? {}).flat();
  const voters = new Set(
    tally && tally.votes.length > 0
      ? tally.votes.map(({ by }) => by)
      : first.length > 0
        ? first
        : stands.map(({ by }) => by),
  );
  const own = stands.filter(({ by }) => voters.has(by));
  const seats = lines[0]?.fact.participants.map(({ id }) => id) ?? [];
  const before: [string, string][] = baseline
    ? Object.entries(baseline.distribution).flatMap(([option, by]) =>
        by.filter((seat) => seats.includes(seat)).map((seat): [string, string] => [seat, option]),
      )
    : [...new Map(own.toReversed().map(({ by, position }) => [by, position]))].toReversed();
  const after: [string, string][] = tally
    ? tally.votes.map(({ by, option }) => [by, option])
    : [...new Map(own.map(({ by, position }) => [by, position]))];
  const undone = (outcome?.changes ?? []).filter(({ standing }) => standing === "reverted");
  const counts = flips.filter(
    (flip) =>
      !undone.some((one) => one.by === flip.by && one.from === flip.from && one.to === flip.to),
  );
  const audited = after.map(([by, option]): [string, string] => {
    let held = option;
    for (const flip of counts.filter((one) => one.by === by).toReversed()) {
      if (flip.to !== held) continue;
      if (flip.class !== "capitulated") break;
      held = flip.from;
    }
    return [by, held];
  });
  return { blind: count(before), final: count(after), audited: count(audited) };
}

function attacksLeft(
  stands: readonly Stand[],
  claims: ReadonlyMap<string, Claim>,
  leader: string | null,
): string[] {
  if (leader === null) return [];
  const all = [...claims.values()];
  const last = new Map(stands.map(({ by, position }) => [by, position]));
  return all
    .filter((claim) => claim.side === "attacks" && isProven(claim))
    .filter((claim) => {
      const target = claims.get(claim.about);
      const hitsFooting = target?.about === leader && target.side === "supports";
      return claim.about === leader || hitsFooting;
    })
    .filter((claim) => last.get(claim.by) !== leader)
    .filter((claim) => !all.some(({ about, by }) => about === claim.id && by !== claim.by))
    .filter((claim) => !stands.some(({ because }) => because.includes(claim.id)))
    .map(({ id }) => id);
}

function modelsIn(lines: readonly Line[]): Map<string, string> {
  const models = new Map<string, string>();
  for (const { fact } of lines) {
    if (fact.type === "debate-opened")
      for (const { id, model } of fact.participants) models.set(id, model);
    if (fact.type !== "reply-recorded") continue;
    const { provider, requested, served } = fact.speaker;
    const awaited = provider === "person" || provider === "host";
    const own = ["offline", "scripted"].includes(provider) || served === null;
    models.set(
      fact.by,
      awaited
        ? provider
        : own
          ? requested
          : served.includes("/")
            ? served
            : `${provider}/${served}`,
    );
  }
  return models;
}

const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ["anthropic", /claude|anthropic/],
  ["openai", /\bgpt|openai|codex|\bo\d\b|chatgpt|davinci/],
  ["google", /gemini|gemma|google|palm/],
  ["meta", /(?<!o)llama|\bmeta\b/],
  ["qwen", /qwen|qwq|alibaba/],
  ["mistral", /mistral|mixtral|codestral|magistral|ministral/],
  ["deepseek", /deepseek/],
  ["xai", /grok|\bxai\b/],
  ["cohere", /command-[ar]|cohere/],
  ["microsoft", /\bphi\b|phi-\d|microsoft/],
  ["moonshot", /kimi|moonshot/],
  ["zhipu", /\bglm\b|zhipu/],
  ["nvidia", /nemotron|nvidia/],
];

function findModelFamily(reference: string): string {
  const [provider = ""] = reference.split("/");
  if (["offline", "person", "host", "scripted"].includes(provider)) return reference;
  const lower = reference.toLowerCase();
  return FAMILIES.find(([, pattern]) => pattern.test(lower))?.[0] ?? provider.toLowerCase();
}

interface Grounds {
  blind: Count;
  final: Count;
  audited: Count;
  gone: readonly [string, string][];
  judge: Outcome["judge"];
  unanswered: number;
  changes: number;
  capitulations: number;
  families: number;
  effectiveVotes: number;
  whole: boolean;
  judged: boolean;
  ending: string | undefined;
  confidence: string | undefined;
}

function computeStrength(grounds: Grounds): string {
  const { blind, final, audited, judge, effectiveVotes } = grounds;
  const { ending, confidence } = grounds;
  if (!grounds.judged || ending === "open" || ending === "failed") return "none";
  if (final.cast === 0) {
    if (ending === undefined) return "none";
    if (confidence === "LOW" || confidence === "REQUIRES_INPUT") return "weak";
    const isCapped = confidence === "MEDIUM" || !grounds.whole || grounds.families < 2;
    return isCapped ? "fair" : "strong";
  }
  if (final.leader === null) return "none";
  const isOne = ({ cast, margin }: Count): boolean => cast > 1 && margin <= 1 && margin < cast;
  const { gone } = grounds;
  const votes = Object.entries(audited.distribution).flatMap(([option, by]) =>
    by.map((seat): [string, string] => [seat, option]),
  );
  const all = count([...votes, ...gone]);
  const hangs = gone.length > 0 && (all.leader !== final.leader || isOne(all));
  if (audited.leader === null || isOne(audited) || hangs) return "weak";
  if (final.leader !== audited.leader) return "weak";
  if (grounds.unanswered > 0) return "weak";
  if (grounds.capitulations > 0.3 * grounds.changes) return "weak";
  if (effectiveVotes < 1.3) return "weak";
  const won = final.distribution[final.leader]?.length ?? 0;
  const isStrong =
    grounds.whole &&
    blind.leader === final.leader &&
    blind.leader === audited.leader &&
    grounds.families >= 2 &&
    effectiveVotes >= 1.5 &&
    won >= 0.8 * final.cast &&
    (!judge || (judge.consistent && judge.choice === final.leader));
  return isStrong ? "strong" : "fair";
}
