/** Planning 2: which specialists a codebase needs, judged only by the names of its files. */

export interface Called {
  readonly seat: string;
  readonly files: number;
  /** A few of the names that called for it. */
  readonly examples: readonly string[];
}

export interface Specialists {
  /** The language with the most files leads. */
  readonly languages: readonly Called[];
  readonly domains: readonly Called[];
}

type Signs = readonly (readonly [string, RegExp])[];

const LANGUAGES: Signs = [
  ["typescript-specialist", /\.[cm]?tsx?$/i],
  ["javascript-specialist", /\.[cm]?jsx?$/i],
  ["python-specialist", /\.pyi?$/i],
  ["rust-specialist", /\.rs$/i],
  ["go-specialist", /\.go$/i],
  ["jvm-specialist", /\.(?:java|kts?|scala|groovy)$/i],
  ["dotnet-specialist", /\.(?:cs|fs|vb)$/i],
  ["ruby-specialist", /\.rb$/i],
  ["php-specialist", /\.php$/i],
  ["swift-specialist", /\.swift$/i],
  ["cpp-specialist", /\.(?:c|cc|cpp|cxx|h|hh|hpp)$/i],
  ["elixir-specialist", /\.exs?$/i],
];

const DOMAINS: Signs = [
  ["frontend-specialist", /\.(?:tsx|jsx|vue|svelte|css|scss|html)$/i],
  ["database-specialist", /\.(?:sql|prisma)$|(?:^|\/)migrations?\//i],
  [
    "infrastructure-specialist",
    /(?:^|\/)(?:dockerfile|docker-compose[^/]*|helm|k8s|kubernetes|terraform)(?:\/|$)|\.(?:tf|hcl)$/i,
  ],
  ["api-specialist", /\.(?:proto|graphql|gql)$|(?:^|\/)(?:openapi|swagger)[^/]*$/i],
  ["mobile-specialist", /(?:^|\/)(?:android|ios)\/|\.xcodeproj\//i],
  ["machine-learning-specialist", /\.(?:ipynb|onnx|safetensors)$/i],
];

/** More than three of a kind make a conference, not a board. */
const MOST_OF_A_KIND = 3;

export function specialistsFor(files: readonly string[]): Specialists {
  const own = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !FOREIGN.test(file))
    .toSorted();
  return { languages: countCalledSeats(own, LANGUAGES), domains: countCalledSeats(own, DOMAINS) };
}

/** Files that others wrote say nothing about who is needed here. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|dist|build|target|\.git|third_party)\//;

function countCalledSeats(files: readonly string[], signs: Signs): Called[] {
  return signs
    .map(([seat, sign]) => {
      const found = files.filter((file) => sign.test(file));
      return { seat, files: found.length, examples: found.slice(0, 3) };
    })
    .filter(({ files: count }) => count > 0)
    .toSorted((a, b) => b.files - a.files || (a.seat < b.seat ? -1 : 1))
    .slice(0, MOST_OF_A_KIND);
}

export function isLanguageSpecialist(seat: string): boolean {
  return LANGUAGES.some(([id]) => id === seat);
}
