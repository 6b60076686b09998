/** T4, T31: an addressed message names the one who must answer; who owes an answer, and who never gave one. */
import {
  type RoundtableDebateTable,
  type TableStatement,
  type Talk,
  listStatements,
} from "./table.ts";

/** Messages to `reader` alone that it has not answered. */
export function listOwedAnswers(
  table: RoundtableDebateTable,
  talk: Talk,
  reader: string,
): TableStatement[] {
  const statements = listStatements(table, talk);
  const answered = new Set(
    statements.filter(({ by }) => by === reader).flatMap(({ answers }) => answers),
  );
  return statements.filter(
    ({ id, to, by, kind }) =>
      to === reader && by !== reader && !answered.has(id) && kind !== "answer",
  );
}

/** Messages that never got an answer, by who owed it, once the rounds are over. */
export function listTalkedPast(
  table: RoundtableDebateTable,
  talk: Talk,
): { to: string; messages: string[] }[] {
  const last = talk.exchanges.length;
  return table.specialists.flatMap(({ id }) => {
    const owed = listOwedAnswers(table, talk, id).filter(({ round }) => round < last);
    return owed.length === 0 ? [] : [{ to: id, messages: owed.map((one) => one.id) }];
  });
}
