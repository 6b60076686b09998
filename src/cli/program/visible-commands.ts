/** The commands that a person may type, in the order of the help. */
import { type Command, Help } from "commander";

/** Every command but old names and the one that only prints help. */
export function listVisibleCommands(command: Command): Command[] {
  return new Help().visibleCommands(command).filter((child) => child.name() !== "help");
}
