/** What a debate would be, settled before anything is spent. */
import type * as z from "zod";

import type { Brief } from "./domain/brief.ts";
import type { Limits } from "./domain/event.ts";
import type { Json } from "./domain/json.ts";
import { marked, type Participant, type Seat } from "./domain/participant.ts";
import { isSlug } from "./domain/slug.ts";
import { SetupError } from "./errors.ts";
import type { Model } from "./model.ts";
import type { CallBounds, GeneralFlag, Notice, Protocol } from "./protocol.ts";

/** How a person seats someone: all optional, and `seated: false` leaves a default seat empty. */
export interface SeatRequest {
  readonly model?: string | undefined;
  readonly stance?: string | undefined;
  readonly name?: string | undefined;
  readonly seated?: boolean | undefined;
}

export interface PlanRequest {
  readonly brief: Brief;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly seats?: Readonly<Record<string, SeatRequest>>;
  /** Short for the flag of this name. */
  readonly maxRounds?: number | undefined;
  /** General flags; one that the protocol does not have is a mistake. */
  readonly flags?: Readonly<Partial<Record<GeneralFlag, unknown>>>;
  /** Names of the project's files, for protocols that seat people by them. */
  readonly files?: () => readonly string[];
  readonly timeoutMs?: number | undefined;
  readonly limits?: Partial<Limits>;
}

export interface Plan {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly participants: readonly Participant[];
  readonly settings: Json;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly calls: CallBounds;
  readonly warnings: readonly string[];
}

export const NO_LIMITS: Limits = {
  calls: null,
  tokens: null,
  usd: null,
  wallMs: null,
  onLimit: "pause",
};

export function planDebate(protocol: Protocol, request: PlanRequest): Plan {
  const { brief } = request;
  const settings = settingsOf(protocol, request);
  const table = protocol.seating?.(brief, settings, request.files?.() ?? []) ?? protocol.seats;
  const participants = marked(seated({ ...protocol, seats: table }, request.seats ?? {}));
  const notices: readonly Notice[] = protocol.preflight?.(brief, participants, settings) ?? [];
  const error = notices.find(({ level }) => level === "error");
  if (error) {
    throw new SetupError("bad-settings", `This cannot be debated: ${error.text}.`, {
      hint: `See what the protocol needs: dissent protocols show ${protocol.id}`,
    });
  }
  return {
    protocol,
    brief,
    participants,
    settings: settings as Json,
    limits: { ...NO_LIMITS, ...request.limits },
    timeoutMs: request.timeoutMs ?? protocol.deadlineMs(settings),
    calls: protocol.calls(participants, settings),
    warnings: notices.map(({ text }) => text),
  };
}

function settingsOf(protocol: Protocol, request: PlanRequest): unknown {
  const wanted: Record<string, unknown> = { ...request.settings };
  const { maxRounds, flags = {} } = request;
  for (const [flag, value] of Object.entries({ maxRounds, ...flags })) {
    if (value === undefined) continue;
    const setting = protocol.flags?.[flag as GeneralFlag];
    if (setting === undefined) {
      throw new SetupError("bad-settings", `The protocol ${protocol.id} has no ${flag} to set.`, {
        hint: `See its settings: dissent protocols show ${protocol.id}`,
      });
    }
    wanted[setting] = value;
  }
  const parsed = protocol.settings.safeParse(wanted);
  if (parsed.success) return parsed.data;
  throw new SetupError("bad-settings", `${protocol.id}: ${firstIssue(parsed.error)}.`, {
    hint: `See its settings: dissent protocols show ${protocol.id}`,
  });
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (!issue) return "the settings are not valid";
  const where = issue.path.length === 0 ? "settings" : issue.path.join(".");
  switch (issue.code) {
    case "too_big":
      return `${where} must be at most ${issue.maximum}`;
    case "too_small":
      return `${where} must be at least ${issue.minimum}`;
    case "invalid_type":
      return `${where} must be a ${issue.expected}`;
    case "invalid_value":
      return `${where} must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `${issue.keys.join(", ")} is no setting of it`;
    default:
      return `${where} ${issue.message}`;
  }
}

function seated(
  protocol: Protocol,
  requests: Readonly<Record<string, SeatRequest>>,
): (Seat & { model: string })[] {
  const defaults = protocol.seats.filter(({ id }) => requests[id]?.seated !== false);
  const role = protocol.seats[0]?.role ?? "participant";
  const added = Object.entries(requests)
    .filter(
      ([id, { seated: wanted }]) =>
        wanted !== false && !protocol.seats.some((seat) => seat.id === id),
    )
    .map(([id, request]) => addedSeat(protocol, id, { ...request, role }));
  return [...defaults, ...added].map((seat) => {
    const { model, stance, name } = requests[seat.id] ?? {};
    return {
      ...seat,
      stance: stance ?? seat.stance,
      name: name ?? seat.name,
      model: model ?? seat.model ?? "offline",
    };
  });
}

function addedSeat(
  protocol: Protocol,
  id: string,
  { stance, name, role }: SeatRequest & { role: string },
): Seat {
  const known = protocol.seats.map((seat) => seat.id).join(", ");
  if (!isSlug(id) || stance === undefined) {
    throw new SetupError("unknown-seat", `The protocol ${protocol.id} has no seat "${id}".`, {
      hint: `Seats: ${known}. A new seat needs a stance in dissent.yaml: participants.${isSlug(id) ? id : "name"}.stance`,
    });
  }
  const spelled = id.replaceAll("-", " ");
  return { id, name: name ?? spelled.charAt(0).toUpperCase() + spelled.slice(1), role, stance };
}

/** Said on every surface: who is not a language model, and when one model wears every hat. */
export async function modelNotices(
  { participants }: Plan,
  modelFor: (reference: string) => Promise<Model>,
): Promise<string[]> {
  const references = [...new Set(participants.map(({ model }) => model))];
  const models = await Promise.all(references.map(modelFor));
  const spoken = models.flatMap(({ id, notice }) =>
    notice === undefined ? [] : [`${id}: ${notice}`],
  );
  const [only, second] = models;
  if (only && !second && only.notice === undefined && participants.length > 1) {
    spoken.push(
      `one model (${only.id}) speaks for all ${participants.length} seats, so agreement is weak evidence`,
    );
  }
  return spoken;
}
