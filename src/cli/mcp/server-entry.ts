/** How a host starts Dissent's server: the same words in every bundle, link and configuration. */
import { VENDORS } from "../../domain/vendor.ts";

export const SERVER_NAME = "dissent";

/** As hosts write it down: a program and its arguments, for no shell. */
export const SERVER_ENTRY = { command: "npx", args: ["-y", "dissent", "mcp"] } as const;

/** Variables that hold keys of providers. Some hosts hand none on unless they are named. */
export const KEY_NAMES: readonly string[] = VENDORS.flatMap(({ keyNames }) => keyNames);
