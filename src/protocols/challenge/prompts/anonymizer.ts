/** R2-R4: what each seat is shown of the others, if names, order or numbers are restricted. */
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type ReaderView, createReaderView } from "../../../exchange/reader-view.ts";
import { listObjections } from "../rules/objections.ts";
import { type Debate, listTurns } from "../rules/table.ts";

/** Challengers get labels; there is one proponent, and the rules address it as that. */
export function createDebateView(
  debate: Debate,
  step: string,
  { id: reader }: Pick<Participant, "id">,
): ReaderView {
  const { challengers, proponent, exchange } = debate;
  const exchanges = debate.exchanges.length;
  const answered = debate.exchanges.at(-1)?.rebuttals === null;
  return createReaderView(exchange, {
    step,
    round: 1 + 2 * exchanges + (answered ? 0 : 1),
    reader,
    groups: challengers.map(({ id }) => [id]),
    claims: exchange ? listNumberedClaims(debate) : [],
    offices: [proponent.id],
    sealed: step === "assumptions",
  });
}

/** Sealed answers are shown to nobody but their authors, and without ids. */
function listNumberedClaims(debate: Debate): Pick<Claim, "id" | "by">[] {
  const turns = listTurns({ ...debate, blind: null });
  const wordless = debate.challenges === null ? [] : listObjections(debate);
  return [
    ...turns.flatMap((turn) => (turn.kind === "spoken" ? turn.claims : [])),
    ...wordless
      .filter(({ missing }) => missing !== null)
      .map(({ id, challenger }) => ({ id, by: challenger })),
  ];
}
