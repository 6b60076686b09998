/** Turns a brief and a configuration into a running debate: planned, checked, confirmed, opened, reported. */
import { resolve } from "node:path";

import { openProjectApp } from "../../app/app-context.ts";
import { describePriceEstimate, refuseUnpricedModels } from "../../app/debate-expense.ts";
import { formatSimilarDecision } from "../../app/earlier-decisions.ts";
import { parseGateList } from "../../app/outcome-gates.ts";
import { type DebateInput, type RunPreview, prepareDebate } from "../../app/prepare-debate.ts";
import { openProjectStore } from "../../app/project/project-store.ts";
import { type CommandFlags, readCassetteFlags, readTextFlag } from "../../app/read-flags.ts";
import { refuseLikelySecrets } from "../../app/refuse-secrets.ts";
import { refuseEscapingFolder, resolveOutputPaths } from "../../app/results/output-paths.ts";
import { parseAdrFlags } from "../../app/results/write-decision-record.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import { refuseForeignOverwrite } from "../../app/results/written-files.ts";
import { describeModelSeating } from "../../app/seating/model-seating.ts";
import { describeUnreachableSeats } from "../../app/seating/reachable-seats.ts";
import type { BriefReading } from "../../config/briefs/read-brief.ts";
import type { Store } from "../../store.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import { formatDryRun } from "../render/format-dry-run.ts";
import { formatBriefNotes, formatRunHead } from "../render/format-run-head.ts";
import { askWithoutModel } from "../terminal/ask-without-model.ts";
import { confirmDebateCost } from "../terminal/confirm-cost.ts";
import { createTerminalStyle, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { offerProposedPanel } from "./offer-panel.ts";
import type { GateOptions } from "./report-run-result.ts";
import { runDebateInTerminal } from "./run-in-terminal.ts";
import { printSettingsFiles } from "./settings-files.ts";

/** The store is opened once: when earlier decisions are looked up, else when the debate is opened. */
export async function openDebateInTerminal(
  cli: CliContext,
  input: TerminalDebateInput,
  flags: CommandFlags,
): Promise<number> {
  let opened: Store | undefined;
  const store = (): Store => (opened ??= openProjectStore(cli));
  try {
    return await runNewDebate(cli, input, { flags, store });
  } finally {
    await opened?.close();
  }
}

type TerminalDebateInput = DebateInput & { readonly gate?: GateOptions };

async function runNewDebate(
  cli: CliContext,
  opening: TerminalDebateInput,
  { flags, store }: { readonly flags: CommandFlags; readonly store: () => Store },
): Promise<number> {
  const { reading, configuration } = opening;
  const config = configuration.values;
  const gates = parseGateList(readTextFlag(flags, "failOn"));
  const models = readCassetteFlags(flags);
  const panel = await offerProposedPanel(cli, opening, flags);
  const input = panel ? { ...opening, panel } : opening;
  const prepared = await prepareDebate(cli, { input, flags, models, store });
  const { preview: told, expense, similar } = prepared;
  if (prepared.withoutModel.length > 0 && flags["dryRun"] !== true) {
    // a gate runs without a person
    const answer = await askWithoutModel(cli, prepared, opening.gate === undefined);
    if (answer === "stop") return EXIT.providers;
    const sketched = { ...configuration, values: { ...config, offline: true } };
    return runNewDebate(cli, { ...opening, configuration: sketched }, { flags, store });
  }
  if (cli.flags.quiet !== true) {
    for (const decision of similar) cli.stderr.write(`${formatSimilarDecision(decision)}\n`);
  }
  if (flags["dryRun"] === true) {
    const shown = cli.flags.json
      ? stringifyForTerminal({ ...convertPlanToJson(told, reading), similar })
      : formatDryRun(told, reading, cli.style).join("\n");
    cli.stdout.write(`${shown}\n`);
    return EXIT.decided;
  }
  const yes = flags["yes"] === true;
  if (!yes) refuseLikelySecrets(reading);
  const adr = await parseAdrFlags(cli, flags, config.records);
  await refuseEscapingFolder(cli, reading.brief);
  const outs = opening.outs ?? (await resolveOutputPaths(cli, flags, configuration));
  const { brief } = reading;
  if (opening.outs === undefined) await refuseUnusableOutputs(cli, outs, { brief: brief.id, yes });
  if (opening.gate?.comment) {
    await refuseForeignOverwrite(cli, [resolve(cli.cwd, opening.gate.comment)], yes);
  }
  refuseUnpricedModels(expense);
  printRunHead(cli, told);
  const settings = { files: configuration.files, estimate: told.estimate };
  // a person reads it before they agree; elsewhere a refusal stays one line
  if (cli.stderr.isTTY === true) printSettingsFiles(cli, settings);
  if (!(await confirmDebateCost(cli, expense, flags))) return EXIT.usage;
  if (cli.stderr.isTTY !== true) printSettingsFiles(cli, settings);
  const final = await prepared.withKnownGood();
  const repository = readTextFlag(flags, "repo");
  const app = openProjectApp(cli, { ...models, configuration, repository, openStore: store });
  const debate = await app.open(final, cli.person);
  return runDebateInTerminal(cli, app, {
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
}

/** On a terminal the whole head; elsewhere only who was seated without being named, and for how much. */
function printRunHead(cli: CliContext, told: RunPreview): void {
  const { stderr, env, flags } = cli;
  const { plan, seating, estimate } = told;
  if (!flags.quiet && stderr.isTTY === true) {
    stderr.write(`\n${formatRunHead(told, createTerminalStyle(stderr, env)).join("\n")}\n`);
    return;
  }
  if (!flags.quiet) for (const note of formatBriefNotes(plan)) stderr.write(`${note}\n`);
  for (const line of describeUnreachableSeats(estimate))
    stderr.write(`${sanitizeForTerminal(line)}\n`);
  // who pays is said even without progress output; that it costs nothing is among the notices
  const line = seating.from === "found" ? describeModelSeating(plan, seating) : null;
  if (line === null) return;
  const price = describePriceEstimate(estimate, plan.limits);
  stderr.write(`${sanitizeForTerminal(line)}\n${price === null ? "" : `Estimate: ${price}\n`}`);
}

function convertPlanToJson(
  { plan, seating, notices, estimate }: RunPreview,
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
    briefNotes: plan.briefNotes,
    estimate,
    sends: brief.sources.map(({ id, title, bytes, sha256 }) => ({ id, title, bytes, sha256 })),
    skipped,
    secrets: findings,
  };
}
