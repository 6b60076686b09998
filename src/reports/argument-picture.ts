/**
 * AP1: the argument of a debate as a picture, Mermaid or SVG: the options or positions, the claims that matter most, what
 * supports and what attacks what. Words of models are labels and nothing else: no markup, no link, no script.
 */
import type { Audit } from "../audit/audit.ts";
import type { Claim } from "../domain/claim.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { cutText } from "../text/cut-text.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { escapeXml } from "../text/xml.ts";
import { computeVerdictCard, formatStrengthLine } from "./verdict-card.ts";

/** More boxes than this are no picture any more. */
const MOST_CLAIMS = 28;
const LABEL_CHARACTERS = 64;

interface PictureNode {
  readonly id: string;
  readonly label: string;
  readonly kind: "choice" | "chosen" | "claim";
  /** Column from the left: what is argued about, claims on it, claims on claims. */
  readonly column: number;
}

interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "supports" | "attacks";
}

interface ArgumentPicture {
  readonly title: string;
  readonly verdict: string;
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly more: number;
}

function buildArgumentPicture(transcript: Transcript, audit: Audit): ArgumentPicture {
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
    verdict: card ? `${card.outcome}: ${card.sentence}. Strength ${formatStrengthLine(card)}` : "",
    nodes: [
      ...targets.map((id) => createChoiceNode(id, transcript)),
      ...shown.map((claim) => ({
        id: claim.id,
        label: `${claim.id}: ${claim.text}`,
        kind: "claim" as const,
        column: ids.has(claim.about) ? 2 : 1,
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

function createChoiceNode(id: string, { options, outcome }: Transcript): PictureNode {
  const label = options.find((option) => option.id === id)?.label;
  const votes = outcome?.tallies.at(-1)?.distribution[id]?.length ?? 0;
  const count = votes === 0 ? "" : ` (${votes} ${votes === 1 ? "vote" : "votes"})`;
  return {
    id,
    label: `${label === undefined ? id : `${id} ${label}`}${count}`,
    kind: outcome?.choice === id ? "chosen" : "choice",
    column: 0,
  };
}

function shortenLabel(text: string): string {
  return cutText(sanitizeLine(text), LABEL_CHARACTERS);
}

export function formatMermaidPicture(transcript: Transcript, audit: Audit): string {
  const { title, verdict, nodes, edges, more } = buildArgumentPicture(transcript, audit);
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const lines = [
    ...[title, verdict].filter((line) => line !== "").map((line) => `%% ${escapeComment(line)}`),
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

const BOX = { width: 300, height: 44, gapX: 90, gapY: 14 };
const TOP = 84;

export function formatSvgPicture(transcript: Transcript, audit: Audit): string {
  const { title, verdict, nodes, edges, more } = buildArgumentPicture(transcript, audit);
  const places = placeNodes(nodes);
  const rows = Math.max(
    ...[0, 1, 2].map((at) => nodes.filter(({ column }) => column === at).length),
  );
  const width = 3 * BOX.width + 2 * BOX.gapX + 40;
  const height = TOP + Math.max(1, rows) * (BOX.height + BOX.gapY) + 40;
  const body = [
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(`${verdict} ${edges.length} links between ${nodes.length} boxes.`)}</desc>`,
    STYLE,
    MARKERS,
    `<text class="title" x="20" y="32">${escapeXml(cutText(sanitizeLine(title), 110))}</text>`,
    `<text class="verdict" x="20" y="58">${escapeXml(cutText(sanitizeLine(verdict), 150))}</text>`,
    ...edges.map((edge) => drawEdge(edge, places)),
    ...nodes.map((node) => drawNode(node, places)),
    ...(more > 0
      ? [
          `<text class="verdict" x="20" y="${height - 16}">${more} more claims are in the record</text>`,
        ]
      : []),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">\n${body.join("\n")}\n</svg>\n`;
}

const STYLE = `<style>
svg{background:#fff;font:13px system-ui,sans-serif}
.title{font-size:18px;font-weight:600;fill:#1a1a1a}.verdict{fill:#555}
rect{fill:#f6f6f4;stroke:#999}.choice rect{fill:#e8eef7;stroke:#47679c}.chosen rect{fill:#dff0e2;stroke:#2b7a3e;stroke-width:2.5}
.box text{fill:#1a1a1a}path{fill:none;stroke:#2b7a3e;stroke-width:1.5}path.attacks{stroke:#b3261e;stroke-dasharray:5 4}
marker path{stroke:none}.head-s path{fill:#2b7a3e}.head-a path{fill:#b3261e}
</style>`;
const MARKERS = `<defs>${(["s", "a"] as const)
  .map(
    (kind) =>
      `<marker id="head-${kind}" class="head-${kind}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`,
  )
  .join("")}</defs>`;

type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** Claims stand beside what they are about, as far as there is room. */
function placeNodes(nodes: readonly PictureNode[]): Places {
  const counts = [0, 0, 0];
  return new Map(
    nodes.map(({ id, column }) => {
      const row = counts[column] ?? 0;
      counts[column] = row + 1;
      return [
        id,
        { x: 20 + column * (BOX.width + BOX.gapX), y: TOP + row * (BOX.height + BOX.gapY) },
      ];
    }),
  );
}

function drawNode({ id, label, kind }: PictureNode, places: Places): string {
  const { x, y } = places.get(id) ?? { x: 0, y: 0 };
  const text = shortenLabel(label);
  const [first, second] = breakLabel(text);
  const lines = [first, second].map(
    (line, index) =>
      `<text x="${x + 10}" y="${y + (second === "" ? 27 : 18) + index * 17}">${escapeXml(line)}</text>`,
  );
  return `<g class="box ${kind}"><title>${escapeXml(sanitizeLine(label))}</title><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${kind === "claim" ? 4 : 18}"/>${lines.slice(0, second === "" ? 1 : 2).join("")}</g>`;
}

function drawEdge({ from, to, kind }: PictureEdge, places: Places): string {
  const [a, b] = [places.get(from), places.get(to)];
  if (!a || !b) return "";
  const startY = a.y + BOX.height / 2;
  const endY = b.y + BOX.height / 2;
  const isSame = a.x === b.x;
  const startX = a.x;
  const endX = isSame ? b.x : b.x + BOX.width;
  const bend = isSame ? startX - 40 : (startX + endX) / 2;
  return `<path class="${kind}" marker-end="url(#head-${kind === "supports" ? "s" : "a"})" d="M${startX} ${startY}C${bend} ${startY} ${bend} ${endY} ${endX} ${endY}"/>`;
}

function breakLabel(text: string): readonly [string, string] {
  const HALF = 40;
  if (text.length <= HALF) return [text, ""];
  const cut = text.lastIndexOf(" ", HALF);
  const at = cut > HALF / 2 ? cut : HALF;
  return [text.slice(0, at).trimEnd(), text.slice(at).trim()];
}
