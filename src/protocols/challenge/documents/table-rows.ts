/** The tables of the result, as data; the seed's fields are computed from the objections. */
import type { Json } from "../../../domain/json.ts";
import type { Objection } from "../prompts/prompt-input.ts";
import { readObjectionFate } from "../rules/confrontation.ts";
import { listObjections } from "../rules/objections.ts";
import { formatPositionText, listPositions, readOpening } from "../rules/positions.ts";
import type { Debate } from "../rules/table.ts";
import { listVerdicts, type VerdictRow } from "../rules/verdicts.ts";

type Row = { readonly [field: string]: Json };

/** H19, with the seed's reply fields. */
export function listVerdictRows(debate: Debate): Row[] {
  return listVerdicts(debate).map((one) => ({
    challenger: one.challenger.id,
    verdict: one.verdict ?? (one.blocking ? "unreadable" : null),
    strength: one.strength,
    blocking: one.blocking,
    pressed: one.pressed,
    substantive: one.substantive,
    downgraded_by_skepticism: one.downgraded,
    incoherent: one.incoherent,
    absent: one.absent,
    ...readSeedFields(debate, one),
  }));
}

/** H8: critique, evidence, alternative, confidence, objection_strength and assumptions_challenged of the seed. */
function readSeedFields(debate: Debate, { turn, strength }: VerdictRow): Row {
  if (!turn) return {};
  const { objections, tested, confidence, assumptions } = turn.reply;
  const named = new Map(readOpening(debate).assumptions.map(({ id, text }) => [id, text]));
  const points = objections.map(({ headline, detail }) =>
    detail === "" ? headline : `${headline}\n${detail}`,
  );
  const quotes = turn.claims.flatMap(({ evidence }) => evidence);
  return {
    critique: points.length > 0 ? points.join("\n\n") : (tested ?? ""),
    evidence: quotes.map(({ kind = "quote", source, quote, verified }) => ({
      kind,
      source,
      quote,
      verified,
    })),
    alternative: objections.find(({ alternative }) => alternative !== null)?.alternative ?? null,
    confidence,
    objection_strength: strength,
    assumptions_challenged: assumptions
      .filter(({ view }) => view === "doubted")
      .map(({ point, reason }) => `${named.get(point) ?? point}: ${reason}`),
  };
}

/** H34: v1 from the opening, then one row per round; "unchanged" where the text stayed the same. */
export function listPositionRows(debate: Debate): Row[] {
  const objections = new Map(listObjections(debate).map((one) => [one.id, one]));
  return listPositions(debate).map((version) => {
    const causes = [...new Set(version.changes.flatMap(({ because }) => because))];
    const known = causes.flatMap((id) => objections.get(id) ?? []);
    return {
      version: version.version,
      after_round: version.afterRound,
      position: formatPositionText(version),
      changed_because:
        version.changes.length > 0
          ? known.map(({ id, text }) => `${id}: ${text}`).join("; ") || "no reason was given"
          : version.afterRound === 0
            ? null
            : "unchanged",
      by: [...new Set(known.map(({ challenger }) => challenger))],
      changes: version.changes.map(({ kind, part, before, after, because }) => ({
        kind,
        part,
        before,
        after,
        because,
      })),
    };
  });
}

export function listObjectionRows(debate: Debate): Row[] {
  return listObjections(debate).map((objection) => ({
    id: objection.id,
    challenger: objection.challenger,
    headline: objection.text,
    detail: objection.detail,
    strength: objection.filed,
    strength_now: objection.strength,
    blocking: objection.blocked,
    parts: objection.parts,
    worse_than: objection.point,
    alternative: objection.alternative,
    settled_by: objection.settled_by,
    made_after_round: objection.madeIn,
    fate: readObjectionFate(objection),
    evidence: objection.evidence.map(({ kind = "quote", source, quote, verified }) => ({
      kind,
      source,
      quote,
      verified,
    })),
    dispositions: listRoundRows(objection),
  }));
}

function listRoundRows({ rounds }: Objection): Row[] {
  return rounds.map(({ round, answer, rebuttal }) => ({
    round,
    disposition: answer?.disposition ?? null,
    explanation: answer?.explanation ?? null,
    limit: answer?.limit ?? null,
    rebuttal: rebuttal?.choice ?? null,
    reasoning: rebuttal?.reason ?? null,
    counts: rebuttal ? rebuttal.problems.length === 0 : null,
    new_information: rebuttal ? rebuttal.fresh : null,
  }));
}

type AcceptedCritique = Row & Readonly<Record<"objection" | "critique" | "change", string>>;

/** H32: the accepted critiques, each with the parts it changed. */
export function listAcceptedCritiques(debate: Debate): AcceptedCritique[] {
  const objections = new Map(listObjections(debate).map((one) => [one.id, one]));
  return listPositions(debate).flatMap(({ version, afterRound, changes }) =>
    changes.flatMap(({ kind, part, after, because }) =>
      because.flatMap((id) => {
        const objection = objections.get(id);
        if (!objection) return [];
        return [
          {
            objection: id,
            challenger: objection.challenger,
            round: afterRound,
            version,
            critique: objection.text,
            change: `part ${part} ${kind}`,
            text: after,
          },
        ];
      }),
    ),
  );
}

/** H7: what each challenger holds of the assumptions, by id. */
export function listAssumptionRows(debate: Debate): Row[] {
  return readOpening(debate).assumptions.map(({ id, text }) => ({
    id,
    assumption: text,
    views: listVerdicts(debate).flatMap(({ challenger, turn }) =>
      (turn?.reply.assumptions ?? [])
        .filter(({ point }) => point === id)
        .map(({ view, reason }) => ({ challenger: challenger.id, view, reason })),
    ),
  }));
}

const LONGEST_SENTENCE = 240;

/** What a text says first, without headings and tables, cut to one line. */
export function takeFirstSentence(words: string): string {
  const prose = words
    .split("\n")
    .filter((line) => !/^\s*(?:#|\||```|~~~|-{3,}\s*$)/.test(line))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const text = prose === "" ? words.replace(/\s+/g, " ").trim() : prose;
  const end = /[.!?](?=\s|$)/.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  return `${sentence.slice(0, LONGEST_SENTENCE - 1).trimEnd()}…`;
}
