import { adrsAgain, judgedAs } from "../../app/results/adr-again.ts";
import { render } from "../../app/results/formats.ts";
/** A record, a decision record or a result, compared with what its journal renders to. */
import type { LikeCases } from "../../audit/label.ts";
import type { Fault } from "../../audit/verify.ts";
import type { DebateRecord } from "../../dissent.ts";
import { firstLineApart } from "./first-line.ts";
import { type Damaged } from "./read-damaged.ts";
import { type Stated } from "./stated.ts";

export interface Document extends Damaged {
  readonly shown: string;
  readonly stated: Stated;
}

export interface Checked {
  readonly holds: readonly string[];
  readonly fault: Fault | null;
}

/** Line ends as mail and version control may have made them of all lines alike are no change. */
export function plainEnds(text: string): string {
  return /(?:^|[^\r])\n/.test(text) ? text : text.replaceAll("\r\n", "\n");
}

export async function checkDocument(record: DebateRecord, document: Document): Promise<Checked> {
  const { shown, stated, fault } = document;
  const wrong = (what: string, where = shown): Checked => ({ holds: [], fault: { where, what } });
  if (fault !== null) return wrong(fault);
  const { debate, head, likeCases } = stated;
  if (debate !== undefined && debate !== record.id)
    return wrong(`it is of the debate ${debate}, and the journal of ${record.id}`);
  const end = head === undefined ? record.events.length : endOf(record, head);
  if (end === 0) return wrong(`it names the chain head ${head}, and no event has that hash`);
  const then = cutAt(record, end);
  const apart = await difference(then, document, likeCases);
  if (apart) return wrong(apart.what, `${shown} line ${apart.line}`);
  const later = record.events.length - end;
  return {
    holds: [
      `${shown} is what the journal renders to`,
      ...(later === 0 ? [] : [`${shown} is older than the last ${later} of its events`]),
      ...(likeCases === null
        ? []
        : [`what ${shown} says of like cases rests on other debates and was not checked`]),
    ],
    fault: null,
  };
}

/** How many events there were when this one was the last; 0 where there is none. */
function endOf({ events }: DebateRecord, head: string): number {
  return events.findIndex(({ hash }) => hash === head) + 1;
}

function cutAt(record: DebateRecord, end: number): DebateRecord {
  return { ...record, lines: record.lines.slice(0, end), events: record.events.slice(0, end) };
}

/** Against the likeliest rendering, where several would do. */
async function difference(
  record: DebateRecord,
  { text, stated }: Document,
  likeCases: LikeCases | null,
): Promise<ReturnType<typeof firstLineApart>> {
  const judged = likeCases && judgedAs(likeCases);
  const { found, expected } =
    stated.format === "adr"
      ? await adrsAgain(record, text, judged)
      : { found: text, expected: [await render(record, stated.format, judged)] };
  const apart = expected.map((one) => firstLineApart(found, one));
  if (apart.includes(undefined)) return undefined;
  return apart.toSorted((a, b) => (b?.line ?? 0) - (a?.line ?? 0))[0];
}
