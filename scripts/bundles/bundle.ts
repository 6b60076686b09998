/** What every host's bundle is made of: who we are, in which version, and files as text. */
import { readFileSync } from "node:fs";

/** A generated file: its path from the root of the repository, and all of its text. */
export interface BundleFile {
  readonly path: string;
  readonly text: string;
}

const { version, mcpName, homepage, repository } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as {
  readonly version: string;
  readonly mcpName: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
};

export const IDENTITY = {
  name: "dissent",
  title: "Dissent",
  version,
  /** At most 100 characters: the registry of MCP servers takes no more. */
  description:
    "Structured debates before you decide: blind votes, challenges, dissents on a verifiable record.",
  author: "The Dissent authors",
  license: "MIT",
  keywords: ["adr", "consensus", "debate", "decision", "review"],
  /** The publisher must own the namespace in the registry. */
  mcpName,
  homepage,
  /** `https://github.com/<owner>/<name>`, as a browser opens it. */
  repository: repository.url.replace(/^git\+/, "").replace(/\.git$/, ""),
} as const;

/** What a plugin says of itself to every host. */
export const MANIFEST = {
  name: IDENTITY.name,
  version,
  description: IDENTITY.description,
  author: { name: IDENTITY.author },
  homepage,
  repository: IDENTITY.repository,
  license: IDENTITY.license,
  keywords: IDENTITY.keywords,
} as const;

/** As the formatter leaves it: a list of words on one line where it fits. */
export function json(path: string, value: unknown): BundleFile {
  const text = JSON.stringify(value, null, 2).replaceAll(LIST_OF_WORDS, joined);
  return { path, text: `${text}\n` };
}

const LIST_OF_WORDS = /^.*\[\n(?: *"(?:[^"\\\n]|\\.)*",?\n)+ *\]/gm;
const WIDTH = 100;

function joined(list: string): string {
  const [opening = "", ...rest] = list.split("\n");
  const words = rest.slice(0, -1).map((line) => line.trim());
  const line = `${opening}${words.join(" ")}]`;
  // room for the comma after it
  return line.length < WIDTH ? line : list;
}
