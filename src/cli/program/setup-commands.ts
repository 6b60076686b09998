/** The setup commands: init, doctor, keys, protocols, config, completion. */
import type { Command } from "commander";

import type { BindCommand } from "./program.ts";

export function addSetupCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Settings");
  on(
    program
      .command("init")
      .description("Write dissent.yaml and an example brief; never overwrites")
      .argument("[dir]", "the project's directory")
      .option("--agents", "also tell coding agents, in AGENTS.md, when to debate and when not")
      .option("-y, --yes", "do not ask"),
    async () => (await import("../commands/setup/init.ts")).runInitCommand,
  );
  on(
    program
      .command("doctor")
      .description("Which models can be seated here, tried out; remembered for a day")
      .option("--import <file>", "also try these models, one name a line")
      .option("--timeout <time>", "how long each may take: 45s, 2m")
      .option("--network", "list every host that a debate would reach, and reach none")
      .option("--conformance <seat>", "prove a seat or model against a vendor on this machine"),
    async () => (await import("../commands/setup/doctor.ts")).runDoctorCommand,
  );
  addKeyCommands(program, on);
  const protocols = program.command("protocols").description("The rules debates can follow");
  on(
    protocols.command("list", { isDefault: true }).description("All protocols"),
    async () => (await import("../commands/setup/protocols.ts")).runProtocolsListCommand,
  );
  on(
    protocols
      .command("show")
      .description("Seats and settings of one")
      .argument("<protocol>", "its name"),
    async () => (await import("../commands/setup/protocols.ts")).runProtocolsShowCommand,
  );
  const config = program
    .command("config")
    .description("What is configured, and where it comes from");
  on(
    config
      .command("explain", { isDefault: true })
      .description("Every value with its origin")
      .argument("[brief]", "as for this brief"),
    async () => (await import("../commands/setup/config.ts")).runConfigExplainCommand,
  );
  on(
    config.command("schema").description("The JSON Schema of dissent.yaml"),
    async () => (await import("../commands/setup/config.ts")).runConfigSchemaCommand,
  );
  on(
    config.command("trust").description("Agree to run the programs of this project's agents"),
    async () => (await import("../commands/setup/config.ts")).runTrustCommand,
  );
  addCompletionCommands(program, on);
}

function addCompletionCommands(program: Command, on: BindCommand): void {
  on(
    program
      .command("completion")
      .description("Print a completion script for your shell")
      .addHelpText(
        "after",
        '\nbash, in ~/.bashrc:  eval "$(dissent completion bash)"\n' +
          'zsh, in ~/.zshrc:    eval "$(dissent completion zsh)"\n' +
          "fish:                dissent completion fish > ~/.config/fish/completions/dissent.fish",
      )
      .argument("<shell>", "bash, zsh or fish"),
    async () => (await import("../commands/setup/completion.ts")).runCompletionCommand,
  );
  on(
    program
      .command("completion-words", { hidden: true })
      .description("Print what could come next, for the scripts of completion")
      .argument("[words...]", "what has been typed so far"),
    async () => (await import("../commands/setup/completion.ts")).runCompletionWordsCommand,
  );
}

function addKeyCommands(program: Command, on: BindCommand): void {
  const keys = program.command("keys").description("Keys of model providers, kept for you alone");
  on(
    keys
      .command("set")
      .description("Store a key, typed unseen or read from standard input")
      .argument("<name>", "a vendor, an endpoint of dissent.yaml, or a variable such as TEAM_KEY")
      .option("--stdin", "read the key from standard input"),
    async () => (await import("../commands/setup/keys.ts")).runKeysSetCommand,
  );
  on(
    keys
      .command("list", { isDefault: true })
      .description("Which keys there are and where they come from, never what they are"),
    async () => (await import("../commands/setup/keys.ts")).runKeysListCommand,
  );
  on(
    keys.command("rm").description("Forget a stored key").argument("<name>", "as it was set"),
    async () => (await import("../commands/setup/keys.ts")).runKeysRemoveCommand,
  );
  on(
    keys.command("path").description("Where stored keys are kept"),
    async () => (await import("../commands/setup/keys.ts")).runKeysPathCommand,
  );
}
