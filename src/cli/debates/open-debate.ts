/** From a brief and a configuration to a debate that is held: planned, checked, agreed to, opened, told. */
import { resolve } from "node:path";

import { openApp } from "../../app/desk.ts";
import { similarLine } from "../../app/earlier-decisions.ts";
import { priceWords } from "../../app/estimate-words.ts";
import { refuseUnpriced } from "../../app/expense.ts";
import { cassettesIn, textFlag } from "../../app/flags.ts";
import { gatesFrom } from "../../app/gate.ts";
import type { Opening } from "../../app/plan-debate.ts";
import { prepareDebate, type Told } from "../../app/prepare-debate.ts";
import { refuseSecrets } from "../../app/refuse-secrets.ts";
import { adrFlags } from "../../app/results/adr-flags.ts";
import { chosenOuts } from "../../app/results/chosen-outs.ts";
import { refuseOverwritingOthers } from "../../app/results/own-records.ts";
import { refuseEscape } from "../../app/results/refuse-escape.ts";
import { refuseBadPlaces } from "../../app/results/write-results.ts";
import { seatingLine } from "../../app/seating.ts";
import type { BriefReading } from "../../config/briefs/read-brief.ts";
import { jsonText } from "../../text/json-text.ts";
import { EXIT } from "../exit-codes.ts";
import { dryRunLines } from "../render/dry-run.ts";
import { headLines } from "../render/head.ts";
import type { Session } from "../session.ts";
import { confirmCost } from "../terminal/confirm-cost.ts";
import { plain, styleOf } from "../terminal/terminal.ts";
import type { GateFlags } from "./finish.ts";
import { holdInTerminal } from "./hold.ts";
import { printSettingsFiles } from "./settings-line.ts";

type Flags = Readonly<Record<string, unknown>>;

export async function openDebate(
  session: Session,
  opening: Opening & { readonly gate?: GateFlags },
  flags: Flags,
): Promise<number> {
  const { reading, configuration } = opening;
  const config = configuration.values;
  const gates = gatesFrom(textFlag(flags, "failOn"));
  const models = cassettesIn(flags);
  const prepared = await prepareDebate(session, { opening, flags, models });
  const { told, expense, similar } = prepared;
  if (session.flags.quiet !== true) {
    for (const decision of similar) session.stderr.write(`${similarLine(decision)}\n`);
  }
  if (flags["dryRun"] === true) {
    const shown = session.flags.json
      ? jsonText({ ...planAsJson(told, reading), similar })
      : dryRunLines(told, reading, session.style).join("\n");
    session.stdout.write(`${shown}\n`);
    return EXIT.decided;
  }
  const yes = flags["yes"] === true;
  if (!yes) refuseSecrets(reading);
  const adr = await adrFlags(session, flags, config.records);
  await refuseEscape(session, reading.brief);
  const outs = opening.outs ?? (await chosenOuts(session, flags, configuration));
  const { brief } = reading;
  if (opening.outs === undefined) await refuseBadPlaces(session, outs, { brief: brief.id, yes });
  if (opening.gate?.comment) {
    await refuseOverwritingOthers(session, [resolve(session.cwd, opening.gate.comment)], yes);
  }
  refuseUnpriced(expense);
  printHead(session, told);
  const settings = { files: configuration.files, estimate: told.estimate };
  // a person reads it before they agree; elsewhere a refusal stays one line
  if (session.stderr.isTTY === true) printSettingsFiles(session, settings);
  if (!(await confirmCost(session, expense, flags))) return EXIT.usage;
  if (session.stderr.isTTY !== true) printSettingsFiles(session, settings);
  const final = await prepared.withKnownGood();
  const app = openApp(session, models);
  try {
    const debate = await app.open(final, session.person);
    return await holdInTerminal(session, app, {
      debate,
      outs,
      over: yes,
      allowContested: flags["allowContested"] === true,
      display: config.display,
      open: flags["open"] === true,
      gates,
      ...(opening.gate && { gate: opening.gate }),
      adr,
      settingsFiles: configuration.files,
      similar,
    });
  } finally {
    await app.close();
  }
}

/** On a terminal the whole head; elsewhere only who was seated without being named, and for how much. */
function printHead(session: Session, told: Told): void {
  const { stderr, env, flags } = session;
  const { plan, seating, estimate } = told;
  if (!flags.quiet && stderr.isTTY === true) {
    stderr.write(`\n${headLines(told, styleOf(stderr, env)).join("\n")}\n`);
    return;
  }
  // who pays is told even to those who want no progress; that nobody has to is among the notices
  const line = seating.from === "found" ? seatingLine(plan, seating) : null;
  if (line === null) return;
  const price = priceWords(estimate, plan.limits);
  stderr.write(`${plain(line)}\n${price === null ? "" : `Estimate: ${price}\n`}`);
}

function planAsJson(
  { plan, seating, notices, estimate }: Told,
  { brief, skipped, findings }: BriefReading,
): object {
  const { protocol, participants, settings, limits, timeoutMs, calls, unnamed } = plan;
  return {
    event: "plan",
    protocol: protocol.id,
    question: brief.question,
    options: brief.options,
    participants,
    seating: unnamed.length === 0 ? "named" : seating.from,
    settings,
    limits,
    timeoutMs,
    calls,
    notices,
    estimate,
    sends: brief.sources.map(({ id, title, bytes, sha256 }) => ({ id, title, bytes, sha256 })),
    skipped,
    secrets: findings,
  };
}
