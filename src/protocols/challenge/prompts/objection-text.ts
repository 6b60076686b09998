/** Objections in prompts: in their author's words, with what was answered last and what its author said to that. */
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Fence } from "../../../protocol.ts";
import type { JoinedObjection, Objection } from "./prompt-input.ts";
import { formatEvidenceLine } from "./shown-text.ts";

export interface ShownObjections {
  readonly text: string;
  /** The heads in the order shown, for the check of R3. */
  readonly heads: readonly string[];
}

interface Telling {
  readonly fence: Fence;
  readonly view: ReaderView;
}

/** Groups and their members in the order in which a reader is shown them; each is answered under its first id. */
export function orderGroups(
  groups: readonly JoinedObjection[],
  view: ReaderView,
): readonly JoinedObjection[] {
  const ordered = groups.map(({ members }) => {
    const shown = view.inOrder(members, ({ challenger }) => challenger);
    return { id: shown[0]?.id ?? "", members: shown };
  });
  return view.inOrder(ordered, ({ members }) => members[0]?.challenger ?? "");
}

/** For the proponent: each group once, with the newest words of its authors. */
export function showJoined(
  groups: readonly JoinedObjection[],
  { fence, view }: Telling,
): { readonly text: string; readonly order: readonly (readonly string[])[] } {
  // R4: several who say the same are one voice, and nobody counts them
  const shown = groups.map(({ members }) => (view.oneVoice ? members.slice(0, 1) : members));
  const entries = shown.map((members) => showGroup(members, { fence, view }));
  const heads = entries.map((entry) => entry.heads);
  const isApart = heads.every((list) => list.length === 1);
  return {
    text: entries.map(({ text }) => text).join("\n\n"),
    order: isApart ? [heads.flat()] : heads,
  };
}

function showGroup(
  members: readonly Objection[],
  telling: Telling,
): { text: string; heads: string[] } {
  const [first, ...others] = telling.view.anonymize(members);
  if (!first) return { text: "", heads: [] };
  const joined =
    others.length === 0
      ? ""
      : `Joined by code because they say the same: ${[first, ...others].map(({ id }) => id).join(", ")}. Answer once, as ${first.id}.\n`;
  const shown = [first, ...others].map((one) => showObjection(one, telling));
  return {
    text: `${joined}${shown.map(({ text }) => text).join("\n")}`,
    heads: shown.map(({ head }) => head),
  };
}

/** Takes an objection as its reader may see it. */
function showObjection(
  objection: Objection,
  { fence, view }: Telling,
): { text: string; head: string } {
  const { id, challenger, missing, strength, parts, rounds } = objection;
  const head = `${id} by ${challenger}`;
  if (missing !== null) return { head, text: `${head}: ${objection.text}` };
  const about = parts.length === 0 ? "the whole" : `part ${parts.join(", ")}`;
  const fenced = view.fencing(fence);
  const words = fenced(`challenger ${challenger}`, formatObjectionWords(objection));
  const last = rounds.at(-1);
  const answered = last?.answer
    ? `\nYour last answer ${last.answer.claim}: ${last.answer.disposition}\n${fenced("proponent", last.answer.explanation)}`
    : "";
  const kept = showLastRebuttal(objection, fenced);
  return { head, text: `${head}, ${strength}, against ${about}\n${words}${answered}${kept}` };
}

/** An objection that was maintained is answered as it was last put. */
function showLastRebuttal({ challenger, rounds }: Objection, fenced: Fence): string {
  const last = rounds.findLast(({ rebuttal }) => rebuttal !== null);
  if (!last?.rebuttal) {
    return rounds.length === 0 ? "" : "\nIts author gave no answer, so it stands.";
  }
  const { choice, claim, reason, settled_by } = last.rebuttal;
  const named = claim === null ? "" : ` (${claim})`;
  const words = fenced(`challenger ${challenger}`, `${reason}${formatSettledBy(settled_by)}`);
  return `\nIn round ${last.round} its author ${describeChoice(choice)}${named}. Answer these words:\n${words}`;
}

function describeChoice(choice: string): string {
  return choice === "ESCALATE" ? "said that the point was missed" : "maintained it";
}

function formatSettledBy(words: string | null): string {
  return words === null ? "" : `\nWould be settled by: ${words}`;
}

function formatObjectionWords({
  text,
  detail,
  evidence,
  alternative,
  settled_by,
  point,
}: Objection): string {
  return [
    text,
    ...(detail === "" ? [] : [detail]),
    ...(point === null ? [] : [`Worse than conceded in ${point}.`]),
    formatSettledBy(settled_by).trim(),
    ...(alternative === null ? [] : [`Advice: ${alternative}`]),
  ]
    .filter((line) => line !== "")
    .join("\n")
    .concat(evidence.map(formatEvidenceLine).join(""));
}

/** For their author: each of the reader's own open objections, with the newest answer to it. */
export function showOwn(objections: readonly Objection[], { fence, view }: Telling): string {
  const fenced = view.fencing(fence);
  return view
    .anonymize(objections)
    .map((objection) => {
      const { id, missing, strength, rounds } = objection;
      const { answer } = rounds.at(-1) ?? {};
      const own = rounds.findLast(({ rebuttal }) => rebuttal !== null)?.rebuttal;
      const later = own
        ? `\nWhat you said of it last:\n${fenced("your words", own.reason + formatSettledBy(own.settled_by))}`
        : "";
      const head =
        missing === null
          ? `${id}, ${strength}\n${fenced("your objection", formatObjectionWords(objection))}${later}`
          : `${id}: ${objection.text} You can object now, or say what you tested and why it holds.${later}`;
      return `${head}\n${showAnswer(answer, fenced)}`;
    })
    .join("\n\n");
}

function showAnswer(
  answer: Objection["rounds"][number]["answer"] | undefined,
  fenced: Fence,
): string {
  if (!answer) return "The proponent did not answer it.";
  const limit = answer.limit === null ? "" : `\nLimit: ${answer.limit}`;
  const evidence = answer.evidence.map(formatEvidenceLine);
  return `Answer ${answer.claim}: ${answer.disposition}\n${fenced("proponent", `${answer.explanation}${limit}${evidence.join("")}`)}`;
}

/** Headlines of what others object, one line each. */
export function showOthers(
  objections: readonly Objection[],
  { fence, view }: Telling,
): ShownObjections {
  const inOrder = view.inOrder(objections, ({ challenger }) => challenger);
  const distinct = view.oneVoice
    ? inOrder.filter(({ text }, at) => inOrder.findIndex((one) => one.text === text) === at)
    : inOrder;
  const heads = distinct.map(
    ({ id, challenger }) => `${view.findClaimId(id)} by ${view.findName(challenger)}`,
  );
  if (heads.length === 0) return { text: "", heads };
  const entries = distinct.map(({ challenger, text, strength, rounds }, at) => {
    const disposition = rounds.at(-1)?.answer?.disposition;
    const answered = disposition === undefined ? "" : `, answered ${disposition}`;
    const words = view.fencing(fence)(`challenger ${view.findName(challenger)}`, text);
    return `${heads[at]}, ${strength}${answered}\n${words}`;
  });
  return { text: `What others object, in headlines:\n${entries.join("\n")}`, heads };
}
