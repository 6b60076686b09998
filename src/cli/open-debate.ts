/** From a brief and a configuration to a debate that is held: planned, checked, agreed to, opened, told. */
import type { BriefReading } from "../intake/read-brief.ts";
import { adrFlags } from "./adr-flags.ts";
import { confirmCost, refuseUnpriced } from "./confirm-cost.ts";
import { offerSimilar } from "./earlier-decisions.ts";
import { EXIT } from "./exit-codes.ts";
import { outFlag, textFlag } from "./flags.ts";
import { jsonText } from "./formats.ts";
import { gatesFrom } from "./gate.ts";
import { holdInTerminal } from "./hold.ts";
import { type Opening, plannedDebate } from "./plan-debate.ts";
import { refuseOwnKeys, refuseSecrets } from "./refuse-secrets.ts";
import { dryRunLines } from "./render/dry-run.ts";
import { priceWords } from "./render/estimate.ts";
import { headLines, type Told } from "./render/head.ts";
import { seatingLine } from "./seating.ts";
import { openApp, planningApp, redactorFor, type Session } from "./session.ts";
import { plain, styleOf } from "./terminal.ts";
import { refuseBadPlaces, refuseEscape } from "./write-results.ts";

export type { Opening } from "./plan-debate.ts";

type Flags = Readonly<Record<string, unknown>>;

export async function openDebate(
  session: Session,
  opening: Opening,
  flags: Flags,
): Promise<number> {
  const { reading, configuration } = opening;
  const config = configuration.values;
  const gates = gatesFrom(textFlag(flags, "failOn"));
  const models = { record: textFlag(flags, "record"), replay: textFlag(flags, "replay") };
  // planned before the database is made: a mistake leaves nothing behind
  const planning = planningApp(session, models);
  const planned = await plannedDebate(planning, { session, opening, flags, models });
  const { plan, seating } = planned;
  const told: Told = {
    plan,
    seating,
    notices: await planning.notices(plan),
    estimate: await planning.estimate(plan),
  };
  refuseOwnKeys(reading, { cwd: session.cwd, redact: redactorFor(session) });
  const similar = await offerSimilar(session, plan);
  if (flags["dryRun"] === true) {
    const shown = session.flags.json
      ? jsonText({ ...planAsJson(told, reading), similar })
      : dryRunLines(told, reading, session.style).join("\n");
    session.stdout.write(`${shown}\n`);
    return EXIT.decided;
  }
  if (flags["yes"] !== true) refuseSecrets(reading);
  const adr = await adrFlags(session, flags, config.records);
  await refuseEscape(session, reading.brief);
  const outs = opening.outs ?? [...outFlag(flags), ...(config.out === null ? [] : [config.out])];
  if (opening.outs === undefined) await refuseBadPlaces(session, outs);
  const expense = {
    estimate: told.estimate,
    limits: plan.limits,
    confirmAboveUsd: config.confirmAboveUsd,
    found: seating.from === "found" ? seating.models : [],
  };
  refuseUnpriced(expense);
  printHead(session, told);
  if (!(await confirmCost(session, expense, flags))) return EXIT.usage;
  const final = await planned.withKnownGood();
  const app = openApp(session, models);
  try {
    const debate = await app.open(final, session.person);
    return await holdInTerminal(session, app, {
      debate,
      outs,
      allowContested: flags["allowContested"] === true,
      display: config.display,
      gates,
      adr,
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
