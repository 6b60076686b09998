import { recordOf } from "../../app/desk.ts";
import { remarkRows, remarksHere } from "../../app/earlier-decisions.ts";
import { auditedRecord, judgedHere } from "../../app/project/audited.ts";
import { keysAt } from "../../app/project/signing.ts";
import { type DebateRecord, PROTOCOLS } from "../../dissent.ts";
import { anchoredWords, signedWords } from "../../domain/proof.ts";
import type { Transcript } from "../../domain/transcript.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { mindOwner, mindsOf } from "../../reports/minds.ts";
import { jsonText } from "../../text/json-text.ts";
import { titleOf } from "../../timeline/titles.ts";
import type { Action } from "../program/program.ts";
import { terminalNarrator } from "../render/narrator.ts";
import { optionLines } from "../render/option-lines.ts";
import { endingLines } from "../render/standing.ts";
import { firstLinesInRed, summaryLines } from "../render/summary.ts";
import type { Session } from "../session.ts";
import { plain, type Style } from "../terminal/terminal.ts";
import { findProof } from "../verify/proof.ts";

export const show: Action = async (session, [reference = "last"], flags) => {
  const record = await recordOf(session, reference);
  const { events } = record;
  const transcript = transcriptOf(events);
  const remarks = await remarksHere(session, events);
  if (session.flags.json) {
    session.stdout.write(`${jsonText({ ...transcript, contradicts: remarks.contradicts })}\n`);
    return 0;
  }
  const { style } = session;
  const audit = await auditedRecord(record, await judgedHere(session));
  const titles = PROTOCOLS.find(({ id }) => id === transcript.protocol)?.titles ?? {};
  const narrator = terminalNarrator({ style, titleOf: (step) => titleOf(step, titles) });
  const lines = [
    ...firstLinesInRed(transcript, style),
    style.bold(plain(transcript.question)),
    ...optionLines(transcript.options, style),
    style.dim(
      plain(
        `${transcript.protocol}   ${transcript.id}   ${new Date(transcript.openedMs).toISOString()}`,
      ),
    ),
    ...events.flatMap((event) => narrator.tell(event)),
    ...(flags["claims"] === true ? claimLines(transcript, style) : []),
    "",
    ...mindLines(transcript, style),
    ...endingLines(events, PROTOCOLS),
    ...summaryLines(transcript, { style, audit, remarks: remarkRows(remarks) }),
    ...(transcript.outcome ? [style.dim(plain(await proofWords(session, record)))] : []),
  ];
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

/** Whether it is consistent takes a replay, which is what verify is for. */
async function proofWords(session: Session, record: DebateRecord): Promise<string> {
  const { events, signatures = [] } = record;
  const { allowedSigners } = await keysAt(session);
  const { env, cwd } = session;
  const found = await findProof(
    { debate: record.id, events, signatures },
    { env, cwd, allowedSigners },
  );
  const words = found.fault
    ? `${found.fault.where}: ${found.fault.what}`
    : `${signedWords(found.proof)}, ${anchoredWords(found.proof)}`;
  return `${words}; check that it is consistent: dissent verify ${record.id}`;
}

function claimLines({ steps }: Transcript, style: Style): string[] {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  if (claims.length === 0) return [];
  return [
    "",
    style.bold("Claims"),
    ...claims.flatMap(({ id, about, side, text, evidence }) => [
      `${style.bold(plain(id))} ${plain(side)} ${plain(about)}: ${plain(text)}`,
      ...evidence.map(({ source, quote, verified }) => {
        const words = `   ${plain(source)}: ${style.sign.open}${plain(quote)}${style.sign.close}`;
        return verified ? style.dim(words) : `${words} ${style.red("not found there")}`;
      }),
    ]),
  ];
}

function mindLines(transcript: Transcript, style: Style): string[] {
  const lines = mindsOf(transcript).map(
    (mind) => `  ${plain(mindOwner(mind))}: ${plain(mind.words)}`,
  );
  return lines.length === 0 ? [] : [style.bold("What would change their minds"), ...lines, ""];
}
