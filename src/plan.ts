/** A debate planned in full before anything is spent. */
import type * as z from "zod";

import { listHostSeats } from "./domain/awaited.ts";
import type { Brief } from "./domain/brief.ts";
import type { AgreedPanel, Limits } from "./domain/journal/event.ts";
import type { Json } from "./domain/json.ts";
import { type Participant, type Seat, assignMarks, assignSeatMarks } from "./domain/participant.ts";
import { SetupError } from "./errors.ts";
import type { CallBounds, GeneralFlag, Notice, Protocol, ProtocolInput } from "./protocol.ts";
import { checkBrief } from "./protocols/brief-check.ts";
import { isSlug } from "./text/slug.ts";

/** How a person seats someone: all optional, and `seated: false` leaves a default seat empty. */
export interface SeatRequest {
  readonly model?: string | undefined;
  readonly stance?: string | undefined;
  readonly name?: string | undefined;
  readonly seated?: boolean | undefined;
  /** What the seat brings along, added to its stance. */
  readonly background?: string | undefined;
}

export interface PlanRequest {
  readonly brief: Brief;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly seats?: Readonly<Record<string, SeatRequest>>;
  /** Models for seats that name none, one after the other, and again from the first. */
  readonly panel?: readonly string[];
  /** Short for the flag of this name. */
  readonly maxRounds?: number | undefined;
  /** General flags; one that the protocol does not have is a mistake. */
  readonly flags?: Readonly<Partial<Record<GeneralFlag, unknown>>>;
  /** Names of the project's files, for protocols that seat people by them. */
  readonly files?: () => readonly string[];
  readonly timeoutMs?: number | undefined;
  readonly limits?: Partial<Limits>;
  /** Dissenters are asked to confirm their wording. */
  readonly attest?: boolean;
  /** One host may answer for several seats, which then count as one voice. */
  readonly sharedHost?: boolean;
  /** Seats among the above that a model proposed, and who agreed. */
  readonly agreedPanel?: AgreedPanel | undefined;
}

export interface Plan {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly participants: readonly Participant[];
  readonly settings: Json;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly calls: CallBounds;
  readonly attest: boolean;
  readonly warnings: readonly string[];
  /** What the brief lacks or where it contradicts itself: for its writer, and in no journal. */
  readonly briefNotes: readonly string[];
  readonly agreedPanel: AgreedPanel | null;
  /** Seats for which nobody named a model. */
  readonly unnamed: readonly string[];
  /** Of a recorded debate: the same words then make the same prompts. Else it is drawn by chance. */
  readonly salt?: string;
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
  const settings = resolveSettings(protocol, request);
  const table = protocol.seating?.(brief, settings, request.files?.() ?? []) ?? protocol.seats;
  const seated = resolveSeats({ ...protocol, seats: table }, request);
  const named = [...brief.options, ...brief.sources].map(({ id }) => id);
  const participants = protocol.version < 2 ? assignMarks(seated) : assignSeatMarks(seated, named);
  rejectReservedSeatIds(participants);
  if (request.sharedHost !== true) rejectSharedHost(participants);
  const notices: readonly Notice[] = protocol.preflight?.(brief, participants, settings) ?? [];
  const error = notices.find(({ level }) => level === "error");
  if (error) {
    throw new SetupError("bad-settings", `This cannot be debated: ${error.text}.`, {
      hint: `See what the protocol needs: dissent config protocols show ${protocol.id}`,
    });
  }
  const { min, max } = protocol.calls(participants, settings);
  const attest = request.attest === true;
  return {
    protocol,
    brief,
    participants,
    attest,
    settings: settings as Json,
    limits: { ...NO_LIMITS, ...request.limits },
    timeoutMs: request.timeoutMs ?? protocol.deadlineMs(settings),
    // nobody has to dissent, and everyone may
    calls: { min, max: attest ? max + participants.length : max },
    warnings: notices.map(({ text }) => text),
    briefNotes: checkBrief(brief, protocol.input),
    agreedPanel: request.agreedPanel ?? null,
    unnamed: listUnnamedSeats(table, participants, request.seats ?? {}),
  };
}

/** Messages to the whole table, and the labels of an anonymous exchange, are addressed so. */
const RESERVED = /^(?:all|(?:voice|claim)-\d+)$/;

function rejectReservedSeatIds(participants: readonly Participant[]): void {
  const taken = participants.find(({ id }) => RESERVED.test(id));
  if (!taken) return;
  throw new SetupError("unknown-seat", `No seat can be called "${taken.id}".`, {
    hint: "Participants are addressed by such words; choose another name for the seat.",
  });
}

/** One conversation cannot be blind to itself, so it has one seat unless that was allowed. */
export function rejectSharedHost(participants: readonly Participant[]): void {
  const seats = listHostSeats(participants);
  if (seats.length < 2) return;
  throw new SetupError("bad-settings", `The host cannot have several seats: ${seats.join(", ")}.`, {
    hint: "It would see each seat's words in the same conversation. Give the others to another model.",
  });
}

function resolveSettings(protocol: Protocol, request: PlanRequest): unknown {
  const wanted: Record<string, unknown> = { ...request.settings };
  const { maxRounds, flags = {} } = request;
  for (const [flag, value] of Object.entries({ maxRounds, ...flags })) {
    if (value === undefined) continue;
    const setting = protocol.flags?.[flag as GeneralFlag];
    if (setting === undefined) {
      throw new SetupError("bad-settings", `The protocol ${protocol.id} has no ${flag} to set.`, {
        hint: `See its settings: dissent config protocols show ${protocol.id}`,
      });
    }
    wanted[setting] = value;
  }
  const parsed = protocol.settings.safeParse(wanted);
  if (parsed.success) return parsed.data;
  throw new SetupError("bad-settings", `${protocol.id}: ${describeFirstIssue(parsed.error)}.`, {
    hint: `See its settings: dissent config protocols show ${protocol.id}`,
  });
}

function describeFirstIssue({ issues }: z.ZodError): string {
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
      return `${issue.keys.join(", ")} is not one of its settings`;
    default:
      return `${where} ${issue.message}`;
  }
}

function resolveSeats(
  protocol: Protocol,
  { seats: requests = {}, panel = [] }: Pick<PlanRequest, "seats" | "panel">,
): (Seat & { model: string })[] {
  let next = 0;
  const fromPanel = (): string => panel[next++ % panel.length] ?? "offline";
  const defaults = protocol.seats.filter(({ id }) => requests[id]?.seated !== false);
  const role = protocol.seats[0]?.role ?? "participant";
  const added = Object.entries(requests)
    .filter(
      ([id, { seated: wanted }]) =>
        wanted !== false && !protocol.seats.some((seat) => seat.id === id),
    )
    .map(([id, request]) => createAddedSeat(protocol, id, { ...request, role }));
  return [...defaults, ...added].map((seat) => {
    const { model, stance = seat.stance, name, background } = requests[seat.id] ?? {};
    return {
      ...seat,
      stance: background === undefined ? stance : [stance, background].filter(Boolean).join("; "),
      name: name ?? seat.name,
      model: model ?? seat.model ?? fromPanel(),
    };
  });
}

function listUnnamedSeats(
  table: readonly Seat[],
  participants: readonly Participant[],
  requests: Readonly<Record<string, SeatRequest>>,
): string[] {
  const ids = participants.map(({ id }) => id);
  return ids.filter((id) => {
    const own = table.find((seat) => seat.id === id)?.model;
    return requests[id]?.model === undefined && own === undefined;
  });
}

function createAddedSeat(
  protocol: Protocol,
  id: string,
  {
    stance = null,
    name,
    role,
    background,
  }: Omit<SeatRequest, "stance"> & { role: string; stance?: string | null | undefined },
): Seat {
  const known = protocol.seats.map((seat) => seat.id).join(", ");
  if (!isSlug(id) || (stance === null && background === undefined)) {
    throw new SetupError("unknown-seat", `The protocol ${protocol.id} has no seat "${id}".`, {
      hint: `Seats: ${known}. A new seat needs a stance in dissent.yaml: participants.${isSlug(id) ? id : "name"}.stance`,
    });
  }
  const spelled = id.replaceAll("-", " ");
  return { id, name: name ?? spelled.charAt(0).toUpperCase() + spelled.slice(1), role, stance };
}

export function findProtocol(protocols: readonly Protocol[], id: string): Protocol {
  const found = protocols.find((protocol) => protocol.id === id);
  if (found) return found;
  throw new SetupError("unknown-protocol", `There is no protocol "${id}".`, {
    hint: `Choose one of: ${protocols.map((protocol) => protocol.id).join(", ")}.`,
  });
}

/** What a protocol cannot do without; undefined where it needs nothing more, or does not exist. */
export function findProtocolInput(
  protocols: readonly Protocol[],
  id: string,
): ProtocolInput | undefined {
  return protocols.find((protocol) => protocol.id === id)?.input;
}
