/** The commands that look at debates, follow up on decisions, and carry journals. */
import { type Command, Option } from "commander";

import { addProtocolInspectCommands } from "../../protocols/commands.ts";
import { DEBATE_ARGUMENT, DEBATE_OR_JOURNAL_ARGUMENT } from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";
import { declareCommand } from "./renamed-commands.ts";

export function addInspectCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Look");
  addViewCommand(program, on);
  addListCommand(program, on);
  addShowCommand(program, on);
  addReportCommand(program, on);
  addVerifyCommand(program, on);
  on(
    program
      .command("diff")
      .description("Compare two debates: endings, who moved, what changed")
      .argument("<debate>", DEBATE_OR_JOURNAL_ARGUMENT)
      .argument("<other>", DEBATE_OR_JOURNAL_ARGUMENT),
    async () => (await import("../commands/diff.ts")).runDiffCommand,
  );
  addProtocolInspectCommands(program, on);
  addOldInspectCommands(program, on);
}

function addViewCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("view")
      .description("Open the page: all debates, or one, until Ctrl-C")
      .argument("[debate]", "its id, last, a .jsonl journal or an .html report; default: all")
      .option("--port <n>", "use exactly this port; default: 4747, or the next free port")
      .option("--no-open", "print the address, but open no browser")
      .option("--bundle <dir>", "write the pages to this directory instead"),
    async () => (await import("../commands/view.ts")).runViewCommand,
  );
}

function addListCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("list")
      .description("List the debates of this project, newest first")
      .argument("[words...]", "only debates with these words in id, question or outcome")
      .option("--search <words>", "same as the words")
      .option("-n, --limit <n>", "list at most this many", "50")
      .option("--stats", "show statistics over all debates")
      .addOption(
        new Option("--status <status>", "list only these").choices([
          "running",
          "paused",
          "waiting",
          "settled",
        ]),
      ),
    async () => (await import("../commands/list.ts")).runListCommand,
  );
}

function addShowCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("show")
      .description("Show a debate from beginning to end")
      .argument("[debate]", DEBATE_OR_JOURNAL_ARGUMENT, "last")
      .option("--claims", "show every claim with its evidence")
      .option("--audit", "show votes, changes of mind, evidence, robustness")
      .option("--follow", "follow a debate that another process runs"),
    async () => (await import("../commands/show.ts")).runShowCommand,
  );
}

function addReportCommand(program: Command, on: BindCommand): void {
  const formats = [
    "md",
    "adr",
    "json",
    "yaml",
    "jsonl",
    "html",
    "sarif",
    "comment",
    "mermaid",
    "svg",
  ];
  on(
    program
      .command("report")
      .description("Write the record of a debate in any format")
      .argument("[debate]", DEBATE_OR_JOURNAL_ARGUMENT, "last")
      .addOption(new Option("-f, --format <format>", "format").choices(formats))
      .option("-o, --out <file>", "write it here; the ending chooses the format")
      .option("--journal", "md, adr: include the journal, so anyone can verify it")
      .option("-y, --yes", "overwrite a file that Dissent did not write"),
    async () => (await import("../commands/report.ts")).runReportCommand,
  );
}

function addVerifyCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("verify")
      .description("Check a debate offline by recomputing it")
      .argument(
        "[what]",
        "a debate, a .jsonl journal, a .md record, a result, an .html page, or their folder",
        "last",
      )
      .option("--head <hash>", "require this chain head: 12 to 64 hex digits")
      .option("--sign", "sign its last event with your SSH key")
      .option("--anchor <where>", "git (a note in this repository), or a timestamp server")
      .addOption(
        new Option(
          "--require <level>",
          "fail unless it is signed by a known key, or anchored",
        ).choices(["signed", "anchored"]),
      ),
    async () => (await import("../commands/verify.ts")).runVerifyCommand,
  );
}

function addOldInspectCommands(program: Command, on: BindCommand): void {
  on(
    declareCommand(program, "watch")
      .description("Follow a debate that another process runs")
      .argument("[debate]", DEBATE_ARGUMENT, "last"),
    async () => (await import("../commands/watch.ts")).runWatchCommand,
  );
  on(
    declareCommand(program, "audit")
      .description("Show votes, changes of mind, evidence, robustness")
      .argument("[debate]", DEBATE_OR_JOURNAL_ARGUMENT, "last"),
    async () => (await import("../commands/audit.ts")).runAuditCommand,
  );
  on(
    declareCommand(program, "stats").description("Show what all debates say together"),
    async () => (await import("../commands/stats.ts")).runStatsCommand,
  );
  addDecisionCommands(program, on);
  addJournalCommands(program, on);
}

/** `dissent decisions …`: what became of decisions, and whether they still hold. */
export function addDecisionCommands(parent: Command, on: BindCommand): void {
  on(
    declareCommand(parent, "check")
      .description("Check whether past decisions still hold")
      .argument("[debate]", `${DEBATE_ARGUMENT}; default: all tracked decisions`)
      .option("--run", "run the commands noted here or signed by a known key")
      .option("--set <premise>", "the assumption the flags below are about: P1, P2, ...")
      .option("--owner <name>", "who is responsible for it")
      .option("--due <day>", "when to look at it again: 2027-01-31")
      .option("--command <line>", "a program that exits 0 while it holds; run without a shell")
      .addOption(new Option("--state <state>", "what you found").choices(["holds", "lost"]))
      .option("-m, --message <text>", "how you found it"),
    async () => (await import("../commands/check.ts")).runCheckCommand,
  );
  on(
    declareCommand(parent, "outcome")
      .description("Record whether a decision turned out right")
      .argument("<debate>", DEBATE_ARGUMENT)
      .argument("<verdict>", "right, wrong or partial")
      .option("-m, --message <text>", "what happened"),
    async () => (await import("../commands/outcome.ts")).runOutcomeCommand,
  );
}

/** `dissent journal …`: journals from one store to another. */
export function addJournalCommands(parent: Command, on: BindCommand): void {
  on(
    declareCommand(parent, "export")
      .description("Write journals and their texts to files")
      .argument("[debate]", DEBATE_ARGUMENT, "last")
      .option("--all", "export every debate, each to a file in the directory after -o")
      .option("-o, --out <path>", "a .jsonl file, or a directory; default: standard output")
      .option("-y, --yes", "overwrite files that Dissent did not write"),
    async () => (await import("../commands/export.ts")).runExportCommand,
  );
  on(
    declareCommand(parent, "import")
      .description("Read journals from files; existing ones stay unchanged")
      .argument("<path>", "a .jsonl journal, or a directory of them"),
    async () => (await import("../commands/import.ts")).runImportCommand,
  );
}
