/** The protocols by name, for code that needs no rules: configuration, pages, completion. The first is the default. */
export const PROTOCOL_NAMES = [
  "judges",
  "challenge",
  "board",
  "roundtable",
  "merge",
  "review",
] as const;

export const DEFAULT_PROTOCOL = PROTOCOL_NAMES[0];
