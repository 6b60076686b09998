/** F11: the risks and alternatives that were really put forward, and which of them a synthesis leaves out. */
import { NO_OPTION, type BoardPoint } from "../../prompts/prompt-input.ts";
import type { Synthesis } from "../../replies.ts";
import {
  type BoardHearing,
  describeChoice,
  heldBy,
  listSeatTurns,
  pointsBefore,
  readChoice,
} from "../board-debate.ts";
import { countHolders } from "../positions.ts";

export function listRaisedRisks(hearing: BoardHearing): BoardPoint[] {
  return pointsBefore(hearing).filter(({ kind }) => kind === "risk");
}

/** A row of the register: the words and the names are those of whoever raised it. */
export interface RegisteredRisk {
  readonly risk: string;
  readonly ids: readonly string[];
  readonly raised_by: readonly string[];
  readonly likelihood: string;
  readonly impact: string;
  readonly mitigation: string;
}

export function registerRisks(
  hearing: BoardHearing,
  { risk_register }: Pick<Synthesis, "risk_register">,
): RegisteredRisk[] {
  const points = new Map(pointsBefore(hearing).map((point) => [point.id, point]));
  return risk_register.flatMap(({ claims, ...rest }) => {
    const raised = claims.flatMap((id) => points.get(id) ?? []);
    const [first] = raised;
    if (!first) return [];
    return [
      {
        risk: first.text,
        ids: raised.map(({ id }) => id),
        raised_by: [...new Set(raised.map(({ by }) => by))],
        ...rest,
      },
    ];
  });
}

/** Raised, and in no row. */
export function listUnregisteredRisks(
  hearing: BoardHearing,
  { risk_register }: Pick<Synthesis, "risk_register">,
): BoardPoint[] {
  const listed = new Set(risk_register.flatMap(({ claims }) => claims));
  return listRaisedRisks(hearing).filter(({ id }) => !listed.has(id));
}

export interface KnownAlternative {
  /** An option, a choice that somebody made, or the id of a point. */
  readonly id: string;
  readonly text: string;
  readonly held_by: readonly string[];
}

/** Options of the brief, choices that somebody made at any time, and what Contrarian and Moonshot proposed. */
export function listAlternatives(hearing: BoardHearing): KnownAlternative[] {
  const { brief, seats } = hearing;
  const holders = countHolders(hearing);
  const chosen = seats.flatMap(({ id }) =>
    listSeatTurns(hearing, id).map(({ reply }) => heldBy(brief, reply)),
  );
  const choices = new Set([...brief.options.map(({ id }) => id), ...chosen]);
  const versions = pointsBefore(hearing).filter(
    ({ kind }) => kind === "alternative" || kind === "moonshot" || kind === "stepping stone",
  );
  return [
    ...[...choices]
      .filter((id) => id !== NO_OPTION || brief.options.some((option) => option.id === id))
      .map((id) => ({ id, text: describeChoice(hearing, id), held_by: holders.get(id) ?? [] })),
    ...versions.map(({ id, text, by }) => ({ id, text, held_by: [by] })),
  ];
}

/** The alternative that a rejection names; undefined for one that nobody put forward. */
export function findAlternative(
  hearing: BoardHearing,
  point: string,
): KnownAlternative | undefined {
  const id = readChoice(hearing.brief, point) ?? point;
  return listAlternatives(hearing).find((one) => one.id === id);
}

/** Held at the end or proposed by the Contrarian, not chosen, and not among the rejected. */
export function listUnaddressed(
  hearing: BoardHearing,
  { verdict, rejected }: Pick<Synthesis, "verdict" | "rejected">,
): KnownAlternative[] {
  const chosen = readChoice(hearing.brief, verdict) ?? verdict;
  const named = new Set(rejected.map(({ point }) => findAlternative(hearing, point)?.id));
  const opposed = pointsBefore(hearing).find(({ kind }) => kind === "alternative")?.id;
  const isOwed = ({ id, held_by }: KnownAlternative): boolean =>
    id === opposed || (readChoice(hearing.brief, id) !== null && held_by.length > 0);
  return listAlternatives(hearing).filter(
    (one) => one.id !== chosen && isOwed(one) && !named.has(one.id),
  );
}
