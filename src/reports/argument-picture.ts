/**
 * AP1: the argument of a debate as a graph, and as a Mermaid picture of it: the options or positions, the claims that
 * matter most, what supports and what attacks what. Words of models are labels and nothing else: no markup, no link.
 */
import type { Audit } from "../audit/audit.ts";
import type { Claim } from "../domain/claim.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { cutText } from "../text/cut-text.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { endSentence } from "../text/sentence.ts";
import { computeVerdictCard, formatStrengthLine } from "./verdict-card.ts";

/** More boxes than this are no picture any more. */
const MOST_CLAIMS = 28;
const LABEL_CHARACTERS = 64;

export interface PictureNode {
  readonly id: string;
  readonly label: string;
  readonly kind: "choice" | "chosen" | "claim";
}

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "supports" | "attacks";
}

export interface ArgumentPicture {
  readonly title: string;
  readonly verdict: string;
  readonly strength: string;
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly more: number;
}

export function buildArgumentPicture(transcript: Transcript, audit: Audit): ArgumentPicture {
  const all = transcript.steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  const answered = new Set(all.map(({ about }) => about));
  // a row or a condition is an aside, unless a participant argued about it: its box would have an id and no words
  const claims = all.filter(({ id, aside }) => aside !== true || answered.has(id));
  const shown = chooseClaims(claims, audit);
  const ids = new Set(shown.map(({ id }) => id));
  const targets = [
    ...new Set([
      ...transcript.options.map(({ id }) => id),
      ...shown.map(({ about }) => about).filter((about) => !ids.has(about)),
    ]),
  ];
  const card = computeVerdictCard(transcript, audit);
  return {
    title: transcript.question,
    verdict: card ? `${card.outcome}: ${endSentence(card.sentence)}` : "",
    strength: card ? `Strength ${formatStrengthLine(card)}` : "",
    nodes: [
      ...targets.map((id) => createChoiceNode(id, transcript)),
      ...shown.map((claim) => ({
        id: claim.id,
        label: `${claim.id}: ${claim.text}`,
        kind: "claim" as const,
      })),
    ],
    edges: shown
      .filter(({ id, about }) => id !== about)
      .map(({ id, about, side }) => ({ from: id, to: about, kind: side })),
    more: claims.length - shown.length,
  };
}

/** Claims that others answered come first, then those whose evidence holds; in the order they were made. */
function chooseClaims(claims: readonly Claim[], { unanswered }: Audit): Claim[] {
  const targets = new Set(claims.map(({ about }) => about));
  const weigh = ({ id, evidence }: Claim): number =>
    (targets.has(id) ? 4 : 0) +
    (unanswered.includes(id) ? 3 : 0) +
    (evidence.some(({ verified, kind }) => verified && kind !== "knowledge") ? 1 : 0);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const chosen = new Set<Claim>();
  for (const claim of claims.toSorted((a, b) => weigh(b) - weigh(a))) {
    const chain = listClaimChain(claim, byId).filter((one) => !chosen.has(one));
    if (chosen.size + chain.length > MOST_CLAIMS) continue;
    for (const one of chain) chosen.add(one);
  }
  return claims.filter((claim) => chosen.has(claim));
}

/** A claim and the claims it hangs on, so that every arrow has an end. */
function listClaimChain(claim: Claim, byId: ReadonlyMap<string, Claim>): Claim[] {
  const chain: Claim[] = [];
  for (let at: Claim | undefined = claim; at && !chain.includes(at); at = byId.get(at.about)) {
    chain.push(at);
  }
  return chain;
}

function createChoiceNode(id: string, { options, outcome, participants }: Transcript): PictureNode {
  const label = options.find((option) => option.id === id)?.label;
  const name = participants.find((participant) => participant.id === id)?.name ?? id;
  const votes = outcome?.tallies.at(-1)?.distribution[id]?.length ?? 0;
  const count = votes === 0 ? "" : ` (${votes} ${votes === 1 ? "vote" : "votes"})`;
  return {
    id,
    label: `${label === undefined ? name : `${id} ${label}`}${count}`,
    kind: outcome?.choice === id ? "chosen" : "choice",
  };
}

function shortenLabel(text: string): string {
  return cutText(sanitizeLine(text), LABEL_CHARACTERS);
}

export function formatMermaidPicture(transcript: Transcript, audit: Audit): string {
  const { title, verdict, strength, nodes, edges, more } = buildArgumentPicture(transcript, audit);
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const lines = [
    ...[title, verdict, strength]
      .filter((line) => line !== "")
      .map((line) => `%% ${escapeComment(line)}`),
    ...(more > 0 ? [`%% ${more} more claims are in the record`] : []),
    "flowchart RL",
    ...nodes.map(({ id, label, kind }) => {
      const [open, close] = kind === "claim" ? ["[", "]"] : ["([", "])"];
      return `  ${names.get(id) ?? ""}${open}"${escapeMermaid(shortenLabel(label))}"${close}${kind === "chosen" ? ":::chosen" : ""}`;
    }),
    ...edges.map(({ from, to, kind }) => {
      const arrow = kind === "supports" ? "-->" : "-.->|attacks|";
      return `  ${names.get(from) ?? ""} ${arrow} ${names.get(to) ?? ""}`;
    }),
    "  classDef chosen stroke-width:3px",
  ];
  return `${lines.join("\n")}\n`;
}

/** Letters, digits and plain signs stay; everything that could end a label or begin markup becomes a code. */
function escapeMermaid(text: string): string {
  return text.replace(
    /[^\p{L}\p{N} .,:!?()%/+'’“”…€$£=-]/gu,
    (sign) => `#${sign.codePointAt(0) ?? 32};`,
  );
}

function escapeComment(text: string): string {
  return sanitizeLine(text).replace(/[{}%<>]/g, " ");
}
