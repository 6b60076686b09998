/** T13, T16, T31: what a specialist still has to answer, and which of their concerns were dealt with. */
import {
  type TableStatement,
  type RoundtableDebateTable,
  type Talk,
  statementsIn,
} from "./table.ts";

export interface Dues {
  /** Messages that answer this seat and that it has neither acknowledged nor answered. */
  readonly answersToMe: readonly TableStatement[];
  /** Messages sent to this seat by name one round ago or more, without a word from it. */
  readonly unanswered: readonly TableStatement[];
  /** Those of them that have waited for two rounds. */
  readonly overdue: readonly TableStatement[];
}

/** What `reader` owes when round `number` is about to be discussed. */
export function duesOf(
  table: RoundtableDebateTable,
  talk: Talk,
  at: { reader: string; number: number },
): Dues {
  const { reader, number } = at;
  const statements = statementsIn(table, talk);
  const mine = new Set(statements.filter(({ by }) => by === reader).map(({ id }) => id));
  const reacted = reactionsOf(reader, statements);
  const others = statements.filter(
    ({ by, form, round }) =>
      by !== reader && by !== table.lead.id && form === "message" && round < number,
  );
  const lastWords = lastSpoken(talk, reader, number);
  const unanswered = others.filter(
    ({ id, to, kind }) =>
      kind !== "answer" && to !== "all" && to.includes(reader) && !reacted.has(id),
  );
  return {
    answersToMe: others.filter(
      (message) =>
        message.round >= lastWords &&
        !reacted.has(message.id) &&
        isSentTo(reader, message) &&
        message.answers.some((id) => mine.has(id)),
    ),
    unanswered: unanswered.filter(({ round }) => round >= number - 2),
    overdue: unanswered.filter(({ round }) => round === number - 2),
  };
}

/** Own statements that someone answered and that the speaker, having spoken since, did not take up again. */
export function addressedOf(
  table: RoundtableDebateTable,
  talk: Talk,
  reader: string,
): TableStatement[] {
  const statements = statementsIn(table, talk);
  const spokeIn = talk.exchanges
    .filter(({ discussion }) => discussion.spoken.some(({ by }) => by === reader))
    .map(({ number }) => number);
  const contested = new Set(
    statements
      .filter(({ by, form }) => by === reader && form === "message")
      .flatMap(({ answers }) => answers),
  );
  const settled = statements.filter(
    (message) =>
      message.by !== reader &&
      // the lead proposes and does not argue: a proposal resolves nothing
      message.by !== table.lead.id &&
      message.form === "message" &&
      isSentTo(reader, message) &&
      spokeIn.some((number) => number > message.round) &&
      !contested.has(message.id),
  );
  const answered = new Set(settled.flatMap(({ answers }) => answers));
  return statements.filter(
    ({ by, id, form }) => by === reader && form !== "position" && answered.has(id),
  );
}

/** T31: messages sent by name that never got a word back, by addressee, once the rounds are over. */
export function talkedPast(
  table: RoundtableDebateTable,
  talk: Talk,
): { to: string; messages: string[] }[] {
  const statements = statementsIn(table, talk);
  const last = talk.exchanges.length;
  return table.specialists.flatMap(({ id: reader }) => {
    const reacted = reactionsOf(reader, statements);
    const messages = statements
      .filter(
        ({ by, form, kind, round }) =>
          by !== reader && form === "message" && kind !== "answer" && round < last,
      )
      .filter(({ to, id }) => to !== "all" && to.includes(reader) && !reacted.has(id))
      .map(({ id }) => id);
    return messages.length === 0 ? [] : [{ to: reader, messages }];
  });
}

function isSentTo(reader: string, { to }: TableStatement): boolean {
  return to === "all" || to.includes(reader);
}

function reactionsOf(reader: string, statements: readonly TableStatement[]): Set<string> {
  return new Set(
    statements
      .filter(({ by }) => by === reader)
      .flatMap(({ answers, acknowledges }) => [...answers, ...acknowledges]),
  );
}

/** The last round before `number` in which the reader discussed; 0 when it never did. */
function lastSpoken(talk: Talk, reader: string, number: number): number {
  const last = talk.exchanges.findLast(
    (exchange) =>
      exchange.number < number && exchange.discussion.spoken.some(({ by }) => by === reader),
  );
  return last?.number ?? 0;
}
