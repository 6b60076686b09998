/** The setup commands: init, doctor, config with keys, protocols and completion. */
import type { Command } from "commander";

import type { BindCommand } from "./program.ts";
import { declareCommand } from "./renamed-commands.ts";

export function addStartCommands(program: Command, on: BindCommand): void {
  on(
    program
      .command("init")
      .description("Ask four questions; write dissent.yaml and a brief")
      .argument("[dir]", "the project's directory")
      .option("--agents", "also tell coding agents in AGENTS.md when to debate")
      .option("-y, --yes", "ask nothing, take the defaults"),
    async () => (await import("../commands/setup/init.ts")).runInitCommand,
  );
  on(
    program
      .command("doctor")
      .description("Find the models you can use, and try each one")
      .option("--import <file>", "also try these models, one name per line")
      .option("--timeout <time>", "wait this long for each: 45s, 2m")
      .option("--network", "list every host a debate would reach; reach none")
      .option("--conformance <seat>", "test a seat or model against a local vendor"),
    async () => (await import("../commands/setup/doctor.ts")).runDoctorCommand,
  );
}

export function addConfigCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Settings");
  const config = program.command("config").description("Show settings, keys and protocols");
  on(
    config
      .command("explain", { isDefault: true })
      .description("Show every setting and where it comes from")
      .argument("[brief]", "include this brief's settings"),
    async () => (await import("../commands/setup/config.ts")).runConfigExplainCommand,
  );
  on(
    config.command("schema").description("Print the JSON Schema of dissent.yaml"),
    async () => (await import("../commands/setup/config.ts")).runConfigSchemaCommand,
  );
  on(
    config.command("trust").description("Allow the agent programs that this project names"),
    async () => (await import("../commands/setup/config.ts")).runTrustCommand,
  );
  for (const parent of [config, program]) {
    addKeyCommands(parent, on);
    addProtocolListCommands(parent, on);
    addCompletionCommand(parent, on);
  }
  on(
    program
      .command("completion-words", { hidden: true })
      .description("Print what could come next, for completion scripts")
      .argument("[words...]", "what has been typed so far"),
    async () => (await import("../commands/setup/completion.ts")).runCompletionWordsCommand,
  );
}

function addProtocolListCommands(parent: Command, on: BindCommand): void {
  const protocols = declareCommand(parent, "protocols").description(
    "List protocols and show their settings",
  );
  on(
    protocols.command("list", { isDefault: true }).description("List all protocols"),
    async () => (await import("../commands/setup/protocols.ts")).runProtocolsListCommand,
  );
  on(
    protocols
      .command("show")
      .description("Show the seats and settings of a protocol")
      .argument("<protocol>", "its name"),
    async () => (await import("../commands/setup/protocols.ts")).runProtocolsShowCommand,
  );
}

function addCompletionCommand(parent: Command, on: BindCommand): void {
  on(
    declareCommand(parent, "completion")
      .description("Print a completion script for your shell")
      .addHelpText(
        "after",
        '\nbash, in ~/.bashrc:  eval "$(dissent config completion bash)"\n' +
          'zsh, in ~/.zshrc:    eval "$(dissent config completion zsh)"\n' +
          "fish:                dissent config completion fish > ~/.config/fish/completions/dissent.fish",
      )
      .argument("<shell>", "bash, zsh or fish"),
    async () => (await import("../commands/setup/completion.ts")).runCompletionCommand,
  );
}

function addKeyCommands(parent: Command, on: BindCommand): void {
  const keys = declareCommand(parent, "keys").description("Store keys of model providers");
  on(
    keys
      .command("set")
      .description("Store a key, typed hidden or from standard input")
      .argument("<name>", "a vendor, an endpoint of dissent.yaml, or a variable such as TEAM_KEY")
      .option("--stdin", "read the key from standard input"),
    async () => (await import("../commands/setup/keys.ts")).runKeysSetCommand,
  );
  on(
    keys
      .command("list", { isDefault: true })
      .description("List keys and where they come from, never their values"),
    async () => (await import("../commands/setup/keys.ts")).runKeysListCommand,
  );
  on(
    keys.command("rm").description("Delete a stored key").argument("<name>", "as it was set"),
    async () => (await import("../commands/setup/keys.ts")).runKeysRemoveCommand,
  );
  on(
    keys.command("path").description("Print where stored keys are kept"),
    async () => (await import("../commands/setup/keys.ts")).runKeysPathCommand,
  );
}
