import type { Dissent } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import type { Config } from "../../intake/config.ts";
import type { BriefReading } from "../../intake/read-brief.ts";
import type { Plan } from "../../plan.ts";
import { adrFlags } from "../adr-flags.ts";
import { outFlag, textFlag } from "../flags.ts";
import { jsonText } from "../formats.ts";
import { gatesFrom } from "../gate.ts";
import { holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import { dryRunLines } from "../render/dry-run.ts";
import { headLines } from "../render/summary.ts";
import { openApp, planningApp, type Session } from "../session.ts";
import { settle } from "../settle.ts";
import { styleOf } from "../terminal.ts";
import { refuseBadPlaces, refuseEscape } from "../write-results.ts";

export const run: Action = async (session, [from = ""], flags) => {
  const gates = gatesFrom(textFlag(flags, "failOn"));
  const { reading, configuration } = await settle(session, from, flags);
  const config = configuration.values;
  const models = { record: textFlag(flags, "record"), replay: textFlag(flags, "replay") };
  // planned before the database is made: a mistake leaves nothing behind
  const planning = planningApp(session, models);
  const plan = planOf(planning, reading, config);
  const notices = await planning.notices(plan);
  if (flags["dryRun"] === true) {
    const shown = session.flags.json
      ? jsonText(planAsJson(plan, reading, notices))
      : dryRunLines(plan, reading, { style: session.style, notices }).join("\n");
    session.stdout.write(`${shown}\n`);
    return 0;
  }
  if (flags["yes"] !== true) refuseSecrets(reading);
  const adr = await adrFlags(session, flags, config.records);
  await refuseEscape(session, reading.brief);
  const outs = [...outFlag(flags), ...(config.out === null ? [] : [config.out])];
  await refuseBadPlaces(session, outs);
  const app = openApp(session, models);
  try {
    const debate = await app.open(plan, session.person);
    printHead(session, plan, notices);
    return await holdInTerminal(session, app, {
      debate,
      outs,
      allowContested: flags["allowContested"] === true,
      display: config.display,
      gates,
      adr,
    });
  } finally {
    await app.close();
  }
};

function planOf(app: Pick<Dissent, "plan">, { brief }: BriefReading, config: Config): Plan {
  return app.plan(config.protocol, {
    brief,
    settings: config.settings,
    seats: config.participants,
    ...(config.maxRounds !== null && { maxRounds: config.maxRounds }),
    ...(config.consensus !== null && {
      consensus: `${config.consensus.needed}/${config.consensus.of}`,
    }),
    ...(config.timeoutMs !== null && { timeoutMs: config.timeoutMs }),
    limits: config.limits,
  });
}

/** What looks like a key is not sent anywhere without a word from the person. */
function refuseSecrets({ findings }: BriefReading): void {
  const [first] = findings;
  if (!first) return;
  const more = findings.length > 1 ? ` and ${findings.length - 1} more` : "";
  throw new SetupError(
    "needs-confirmation",
    `${first.source}:${first.line} looks like it holds a secret (${first.kind})${more}.`,
    {
      hint: "Take it out, or send it all the same with --yes.",
    },
  );
}

function printHead(session: Session, plan: Plan, notices: readonly string[]): void {
  const { stderr, env, flags } = session;
  if (flags.quiet || stderr.isTTY !== true) return;
  const head = headLines(
    {
      question: plan.brief.question,
      options: plan.brief.options,
      protocol: plan.protocol.id,
      seats: plan.participants.length,
      calls: plan.calls,
      notices,
    },
    styleOf(stderr, env),
  );
  stderr.write(`\n${head.join("\n")}\n`);
}

function planAsJson(
  plan: Plan,
  { brief, skipped, findings }: BriefReading,
  notices: readonly string[],
): object {
  const { protocol, participants, settings, limits, timeoutMs, calls } = plan;
  return {
    event: "plan",
    protocol: protocol.id,
    question: brief.question,
    options: brief.options,
    participants,
    settings,
    limits,
    timeoutMs,
    calls,
    notices,
    sends: brief.sources.map(({ id, title, bytes, sha256 }) => ({ id, title, bytes, sha256 })),
    skipped,
    secrets: findings,
  };
}
