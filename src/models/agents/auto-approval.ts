/**
 * Detects flags that let an agent act without asking: such a command line is refused unless a person marks it unsafe.
 */

/** The arguments and variables at fault, as they were written. */
export function findAutoApprovals(
  args: readonly string[],
  variables: readonly string[] = [],
): readonly string[] {
  const flagged = args.flatMap((argument, index) => {
    const [flag = "", ...rest] = argument.split("=");
    const value = rest.length > 0 ? rest.join("=") : (args[index + 1] ?? "");
    const said = rest.length > 0 ? argument : `${argument} ${value}`;
    if (FLAGS.test(flag)) return [argument];
    if (MODES.some(([name, bad]) => name.test(flag) && bad.test(value))) return [said];
    return [];
  });
  return [...flagged, ...variables.filter((name) => VARIABLES.test(name))];
}

/** Programs that approve by themselves as soon as nobody watches, unless they are given an agent with fewer tools. */
export function findSelfApproval(command: string, args: readonly string[]): readonly string[] {
  const program = command.split(/[\\/]/).at(-1) ?? "";
  if (!/^kimi(?:-cli|-code)?(?:\.\w+)?$/i.test(program)) return [];
  const isFenced = args.some((argument) => /^--agent-file(?:=|$)/.test(argument));
  const alone = args.find((argument) =>
    /^(?:--print|--quiet|--prompt|-p|-c|--command)(?:=|$)/.test(argument),
  );
  return isFenced || alone === undefined ? [] : [`${program} ${alone}`];
}

const FLAGS =
  /^(?:-y|--?yolo|--yes(?:-always)?|--full-auto|--afk|--auto|--auto-?(?:approve|accept|edit|run).*|--autonomous|--approve-(?:all|for-me)|--always-(?:approve|allow)|--accept-(?:all|edits)|--allow(?:-|ed-?)?(?:all|tool|url|path|dangerously).*|--dangerously.*|--skip-permissions|--no-(?:confirm|permissions|sandbox)|--trust-(?:all-)?tools|--force|--unsafe.*)$/i;

const MODES: readonly (readonly [flag: RegExp, value: RegExp])[] = [
  [/^--approval-mode$/i, /^(?:yolo|auto[-_]?edit|auto)$/i],
  [/^--permission-mode$/i, /^(?:accept-?edits|auto|bypass-?permissions|dont-?ask)$/i],
  [/^(?:-s|--sandbox)$/i, /^(?:danger.*|workspace-write|off|none|false)$/i],
  [/^(?:-c|--config)$/i, /^(?:sandbox_mode|sandbox)\W*(?:danger|workspace-write)/i],
  [/^(?:-c|--config|--settings)$/i, /bypassPermissions|acceptEdits|danger-full-access/],
];

const VARIABLES = /ALLOW_ALL|YOLO|AUTO_?APPROVE|SKIP_PERMISSIONS|DANGEROUS/i;
