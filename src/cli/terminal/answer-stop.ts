/** Asks the person at this terminal what a debate stopped for: numbered choices, and why. */
import type { Dissent } from "../../dissent.ts";
import { type EscalationRaised, type Event, opening } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import type { Session } from "../session.ts";
import { answerCommand } from "./answer-command.ts";
import { askPerson, canAskPerson } from "./ask-person.ts";
import { fitted, padded, plain, type Style, styleOf, widthOf } from "./terminal.ts";

/** A debate that was asked to stop for a person asks here, where there is one. */
export function asksHere(session: Session, events: readonly Event[]): boolean {
  const { interactive } = opening(events).settings as { interactive?: unknown };
  return interactive === true && canAskPerson(session) && !session.flags.json;
}

/** True when the question was answered and the debate can go on. */
export async function answerStop(session: Session, app: Dissent, debate: string): Promise<boolean> {
  const record = await app.read(debate);
  const { events } = record;
  const { waiting } = transcriptOf(events);
  if (!waiting || !asksHere(session, events)) return false;
  const style = styleOf(session.stderr, session.env);
  session.stderr.write(`\n${stopLines(waiting, style).join("\n")}\n`);
  const whenLeft = `It waits for your answer: ${answerCommand(record)}`;
  const answer = await heard(session, { raised: waiting, whenLeft });
  if (answer === undefined) return false;
  await app.decide(debate, { ...answer, by: session.person });
  return true;
}

export function stopLines({ question, choices, many }: EscalationRaised, style: Style): string[] {
  const width = Math.max(...choices.map(({ id }) => widthOf(plain(id))));
  const room = style.columns - width - 8;
  return [
    style.bold(plain(question)),
    ...choices.map(({ id, label }, index) => {
      const number = String(index + 1).padStart(3);
      const words = room < NARROW ? plain(label) : fitted(plain(label), room, style.sign.ellipsis);
      return `${number}  ${padded(plain(id), width)}  ${words}`;
    }),
    style.dim(
      many
        ? "One or more by number or name, joined by commas, then why. q leaves it open."
        : "One by number or name, then why. q leaves it open.",
    ),
  ];
}

// a label of fewer columns is wrapped, not cut
const NARROW = 20;

interface Choice {
  readonly choice: string;
  readonly reason: string;
}

/** "1,3 the newest figures" as choices and a reason; a string says what is wrong with it. */
export function choiceIn(
  line: string,
  { choices, many }: Pick<EscalationRaised, "choices" | "many">,
): Choice | string {
  const [, names = "", reason = ""] = /^\s*([^\s,]+(?:\s*,\s*[^\s,]+)*)\s*(.*)$/.exec(line) ?? [];
  const wanted = names.split(",").map((name) => name.trim());
  const ids: string[] = [];
  for (const name of wanted) {
    const found = choices.find(({ id }) => id === name) ?? choices[Number(name) - 1];
    if (!found) return `There is no "${plain(name)}" among the choices.`;
    ids.push(found.id);
  }
  if (ids.length > 1 && !many) return "Only one can be chosen.";
  return { choice: ids.join(","), reason: reason.trim() };
}

/** Undefined when the person leaves it open, with q or Ctrl-D. */
async function heard(
  session: Session,
  { raised, whenLeft }: { readonly raised: EscalationRaised; readonly whenLeft: string },
): Promise<Choice | undefined> {
  return askPerson(session, { whenLeft }, async (ask) => {
    for (;;) {
      const line = (await ask("> "))?.trim();
      if (line === undefined) return undefined;
      if (line === "q") return leftOpen(session, whenLeft);
      if (line === "") continue;
      const chosen = choiceIn(line, raised);
      if (typeof chosen === "string") {
        session.stderr.write(`${chosen}\n`);
        continue;
      }
      let reason: string | undefined = chosen.reason;
      while (reason === "") reason = (await ask("Why? "))?.trim();
      if (reason === undefined) return undefined;
      return reason === "q" ? leftOpen(session, whenLeft) : { ...chosen, reason };
    }
  });
}

function leftOpen({ stderr }: Session, whenLeft: string): undefined {
  stderr.write(`${whenLeft}\n`);
}
