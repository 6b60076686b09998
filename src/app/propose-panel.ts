/** Asks a model who should sit at a table whose seats can fit the question: one ordinary call whose reply is checked. */
import { randomBytes } from "node:crypto";

import * as z from "zod";

import type { Brief } from "../domain/brief.ts";
import type { Json } from "../domain/json.ts";
import type { Participant, Seat } from "../domain/participant.ts";
import { renderBriefOptions, renderBriefSources } from "../exchange/brief-prompt.ts";
import { createFence } from "../kernel/fence.ts";
import { createReplyReader } from "../kernel/replies/interpret-reply.ts";
import { parseReply } from "../kernel/replies/parse-reply.ts";
import type { Model, ModelRequest } from "../model.ts";
import { callModelOnce, type SingleCallOptions } from "../models/call-model-once.ts";
import { FENCE_RULE, type OpenTable } from "../protocol.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { createSlug } from "../text/slug.ts";

export interface ProposedSeat {
  readonly id: string;
  readonly name: string;
  /** The question this seat asks of every answer. */
  readonly stance: string;
  readonly why: string;
}

export interface ProposedPanel {
  /** Null to keep the table that the brief's own words call for. */
  readonly preset: { readonly id: string; readonly why: string } | null;
  readonly added: readonly ProposedSeat[];
  readonly costUsd: number;
}

export interface PanelQuestion {
  readonly brief: Brief;
  /** Who sits without a proposal. */
  readonly seats: readonly Seat[];
  readonly table: OpenTable;
}

/** Asked twice at most: a reply that does not fit is sent back once. */
export const PANEL_PROPOSAL_CALLS = { min: 1, max: 2 };

const line = (most: number) => z.string().trim().min(1).max(most);

const PanelReply = z.strictObject({
  preset: z
    .strictObject({ id: line(40), why: line(300) })
    .nullable()
    .describe("another table that fits better, or null"),
  add: z.array(
    z.strictObject({
      id: line(40).describe("one or two words, such as data-protection"),
      name: line(60),
      asks: line(200).describe("the question this seat asks of every answer"),
      why: line(300).describe("one line: what in the brief calls for it"),
    }),
  ),
});

/** The panel, or why there is none. */
export async function proposePanelWithModel(
  model: Model,
  asked: PanelQuestion,
  setting: SingleCallOptions,
): Promise<ProposedPanel | string> {
  let problem = "";
  let costUsd = 0;
  for (let attempt = 1; attempt <= PANEL_PROPOSAL_CALLS.max; attempt++) {
    const request = buildPanelRequest(model.id, asked, { problem, attempt });
    const { text, error, served } = await callModelOnce(model, request, setting);
    costUsd += served?.costUsd ?? 0;
    if (text === undefined) return error instanceof Error ? error.message : "it did not answer";
    const panel = parsePanelReply(text, asked);
    if (typeof panel !== "string") return { ...panel, costUsd };
    problem = panel;
  }
  return problem;
}

export function createPanelParticipant(reference: string): Participant {
  const seat = { id: "panel", name: "Panel", role: "drafter", stance: null };
  return { ...seat, model: reference, mark: "panel-" };
}

/** Checked seats; a string says what is wrong with the reply. */
function parsePanelReply(
  text: string,
  { seats, table }: PanelQuestion,
): Omit<ProposedPanel, "costUsd"> | string {
  const reading = parseReply(text, createReplyReader(PanelReply));
  if (!reading.found) return reading.problem;
  const checked = PanelReply.safeParse(reading.value);
  if (!checked.success) return "every seat needs an id, a name, the question it asks and why";
  const { preset, add } = checked.data;
  if (add.length > table.most) return `at most ${table.most} seats can be added`;
  if (preset !== null && !Object.hasOwn(table.presets ?? {}, preset.id)) {
    return `there is no table called "${stripToPlainLine(preset.id)}"`;
  }
  const added = add.map(({ id, name, asks, why }) => ({
    id: createSlug(id, 30),
    name: stripToPlainLine(name),
    stance: stripToPlainLine(asks),
    why: stripToPlainLine(why),
  }));
  const ids = [...seats, ...added].map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (added.some(({ id }) => id === "")) return "the id of a seat is one or two plain words";
  if (twice !== undefined) return `the seat "${twice}" is there already`;
  return {
    preset: preset && { id: preset.id, why: stripToPlainLine(preset.why) },
    added,
  };
}

function buildPanelRequest(
  reference: string,
  { brief, seats, table }: PanelQuestion,
  { problem, attempt }: { problem: string; attempt: number },
): ModelRequest {
  const fence = createFence(randomBytes(8).toString("hex"));
  const seated = seats.map(({ id, stance }) => `- ${id}${stance === null ? "" : `: ${stance}`}`);
  const presets = Object.entries(table.presets ?? {}).map(([id, what]) => `- ${id}: ${what}`);
  const parts = [
    FENCE_RULE,
    fence("question", brief.question),
    ...(brief.options.length === 0 ? [] : [`Options\n${renderBriefOptions(brief, fence)}`]),
    renderBriefSources(brief, fence),
    `These seats are filled for every such question:\n${seated.join("\n")}`,
    ...(presets.length === 0 ? [] : [`Other tables to start from:\n${presets.join("\n")}`]),
    [
      "Who else should sit at this table? Propose only seats whose absence would leave something in the brief unjudged,",
      `at most ${table.most}; none is a good answer. Give each the one question it asks of every answer, as a person in`,
      "that job would put it, and say what in the brief calls for it.",
    ].join("\n"),
    ...(problem === "" ? [] : [`Your last reply could not be used: ${problem}. Reply again.`]),
  ];
  return {
    prompt: [{ shared: false, text: parts.join("\n\n") }],
    schema: () => z.toJSONSchema(PanelReply) as Json,
    promptInput: { kind: "propose-panel" },
    participant: createPanelParticipant(reference),
    attempt,
    // where a debate has its id, this comes before there is one
    key: "before-debate/panel/draft",
  };
}
