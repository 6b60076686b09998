/** From a brief and a configuration to a debate that is held: planned, checked, opened, told. */
import { readdirSync } from "node:fs";

import type { Dissent } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import type { BriefReading } from "../intake/read-brief.ts";
import type { Plan, PlanRequest } from "../plan.ts";
import { adrFlags } from "./adr-flags.ts";
import { knownGood } from "./challengers.ts";
import { listFlag, outFlag, textFlag } from "./flags.ts";
import { jsonText } from "./formats.ts";
import { gatesFrom } from "./gate.ts";
import { holdInTerminal } from "./hold.ts";
import { dryRunLines } from "./render/dry-run.ts";
import { headLines } from "./render/summary.ts";
import { modelsFor, openApp, planningApp, type Session } from "./session.ts";
import type { Settled } from "./settle.ts";
import { styleOf } from "./terminal.ts";
import { refuseBadPlaces, refuseEscape } from "./write-results.ts";

type Flags = Readonly<Record<string, unknown>>;

export interface Opening extends Settled {
  /** Takes the place of the configured protocol. */
  readonly protocol?: string;
  /** General flags the command sets by itself. */
  readonly general?: PlanRequest["flags"];
}

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
  const plan = await planOf(planning, { session, opening, flags });
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
}

async function planOf(
  app: Pick<Dissent, "plan" | "protocols">,
  { session, opening, flags }: { session: Session; opening: Opening; flags: Flags },
): Promise<Plan> {
  const { reading, configuration, general = {} } = opening;
  const config = configuration.values;
  const id = opening.protocol ?? config.protocol;
  const request: PlanRequest = {
    brief: reading.brief,
    settings: config.settings,
    seats: config.participants,
    flags: { ...configured(app, opening), ...generalFlags(flags, reading), ...general },
    files: () => projectFiles(session.root),
    ...(config.timeoutMs !== null && { timeoutMs: config.timeoutMs }),
    limits: config.limits,
  };
  const plan = app.plan(id, request);
  if (plan.protocol.flags?.available === undefined || config.settings["available"] !== undefined)
    return plan;
  // H1: who challenges is known to work, today
  const references = plan.participants.map(({ model }) => model);
  const available = await knownGood(session, references, { knock: modelsFor(session, {}) });
  return app.plan(id, { ...request, flags: { ...request.flags, available } });
}

/** What a flag says must fit; what a configuration says for all debates counts where a protocol has it. */
function configured(
  { protocols }: Pick<Dissent, "protocols">,
  { configuration, protocol }: Opening,
): PlanRequest["flags"] {
  const { values, origins } = configuration;
  const known = protocols.find(({ id }) => id === (protocol ?? values.protocol))?.flags ?? {};
  const counts = (flag: "maxRounds" | "consensus"): boolean =>
    known[flag] !== undefined || /^(?:flag|brief) /.test(origins.get(flag) ?? "");
  const { maxRounds, consensus } = values;
  return {
    ...(maxRounds !== null && counts("maxRounds") && { maxRounds }),
    ...(consensus !== null &&
      counts("consensus") && { consensus: `${consensus.needed}/${consensus.of}` }),
  };
}

function generalFlags(flags: Flags, { given }: BriefReading): PlanRequest["flags"] {
  const preset = textFlag(flags, "preset");
  const specialists = listFlag(flags, "specialists").flatMap(names);
  const mandatory = listFlag(flags, "mandatory").flatMap(names);
  const wanted = textFlag(flags, "class") ?? given?.class ?? undefined;
  return {
    ...(preset !== undefined && { preset }),
    ...(specialists.length > 0 && { specialists }),
    ...(mandatory.length > 0 && { mandatory }),
    ...(flags["blindFirst"] === true && { blindFirst: true }),
    ...(wanted !== undefined && { class: wanted }),
  };
}

function names(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

// enough names to tell what a codebase is made of
const MOST_FILES = 20_000;

/** The names of the project's files, without what is installed or generated. */
function projectFiles(root: string): string[] {
  const files: string[] = [];
  const open = [""];
  while (open.length > 0 && files.length < MOST_FILES) {
    const at = open.shift() ?? "";
    for (const entry of readdirSync(`${root}/${at}`, { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

const SKIPPED = new Set(["node_modules", "dist", "build", "target", "vendor", "coverage"]);

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
