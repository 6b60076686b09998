/** Secrets of every kind, each with the words by which it would be found wherever it was left. */

export interface PlantedSecret {
  readonly name: string;
  /** As a model, a vendor or an agent repeats it. */
  readonly said: string;
  /** Any of these, found in a file, means that it was left there. */
  readonly traces: readonly string[];
}

/** Letters and digits that stand in no other text. */
function nonsense(number: number, length: number): string {
  const letters = `Zq${number}Wx`;
  return letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
}

function trace(text: string): readonly string[] {
  return [text.slice(0, 12), text.slice(-12)];
}

function secret(name: string, said: string, hidden = said): PlantedSecret {
  return { name, said, traces: trace(hidden) };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Variables that hold secrets, by names that say so and by names that do not. */
export const VARIABLES = {
  OPENAI_API_KEY: `oai-${nonsense(1, 30)}`,
  GITHUB_TOKEN: `tok-${nonsense(2, 30)}`,
  DB_PASSWORD: `p@ss word/${nonsense(3, 20)}`,
  TEAM_GATEWAY: `gateway-${nonsense(4, 24)}`,
  TEAM_HEADER: `header-${nonsense(5, 24)}`,
  TEAM_BASIC: base64(`mia:${nonsense(6, 24)}`),
  HTTPS_PROXY: `http://mia:${nonsense(7, 24)}@proxy.example:8080`,
  REPORTS_URL: `postgres://app:${nonsense(8, 24)}@db.example/reports`,
  OTEL_EXPORTER_OTLP_HEADERS: `x-otlp-id=${nonsense(9, 24)}`,
  AGENT_LOGIN: `agent-${nonsense(10, 24)}`,
  SIGNING_KEY: `-----BEGIN PRIVATE KEY-----\n${nonsense(11, 64)}\n${nonsense(12, 64)}\n-----END PRIVATE KEY-----`,
  CLOUD_CREDENTIALS: JSON.stringify({ id: "me", value: nonsense(13, 24) }),
} as const;

/** Keys that the person stored. */
export const STORED = {
  ANTHROPIC_API_KEY: `sto-${nonsense(14, 40)}`,
  REPORTS_TOKEN: `sto-${nonsense(15, 40)}`,
} as const;

const OWN: readonly PlantedSecret[] = [
  secret("a key in the environment", VARIABLES.OPENAI_API_KEY),
  secret("a token in the environment", VARIABLES.GITHUB_TOKEN),
  secret("a password with a space", VARIABLES.DB_PASSWORD),
  secret("the key of an endpoint", VARIABLES.TEAM_GATEWAY),
  secret("the header of an endpoint", VARIABLES.TEAM_HEADER),
  secret("a basic header", VARIABLES.TEAM_BASIC),
  secret("the password in a basic header", nonsense(6, 24)),
  secret("the password of a proxy", nonsense(7, 24)),
  secret("the password of a database", nonsense(8, 24)),
  secret("a header of telemetry", nonsense(9, 24)),
  secret("a variable of an agent", VARIABLES.AGENT_LOGIN),
  secret("a private key in the environment", VARIABLES.SIGNING_KEY, nonsense(11, 64)),
  secret("credentials as JSON", VARIABLES.CLOUD_CREDENTIALS, nonsense(13, 24)),
  secret("a stored key that nobody uses", STORED.ANTHROPIC_API_KEY),
  secret("a stored key", STORED.REPORTS_TOKEN),
];

const ENCODED: readonly PlantedSecret[] = [
  secret("base64 of a key", base64(VARIABLES.OPENAI_API_KEY)),
  {
    name: "base64 of a key with something before it",
    said: base64(`x:${VARIABLES.GITHUB_TOKEN}:y`),
    traces: [base64(`x:${VARIABLES.GITHUB_TOKEN}:y`).slice(8, 32)],
  },
  {
    name: "a password as an address has it",
    said: encodeURIComponent(VARIABLES.DB_PASSWORD),
    traces: ["p%40ss", "word%2F"],
  },
];

const FOREIGN: readonly PlantedSecret[] = [
  secret("a key of AWS", `AKIA${"ZQ16WX".repeat(3).slice(0, 16)}`),
  secret("a secret key of AWS", `aws_secret_access_key = ${nonsense(17, 40)}`, nonsense(17, 40)),
  secret("a key of a vendor", `sk-proj-${nonsense(18, 60)}`),
  secret("a key of Google", `AIza${nonsense(19, 35)}`),
  secret("a token of GitHub", `ghp_${nonsense(20, 36)}`),
  secret("a token of Slack", `xoxb-${nonsense(21, 30)}`),
  secret("a web token", `eyJ${nonsense(22, 20)}.eyJ${nonsense(23, 20)}.${nonsense(24, 20)}`),
  secret(
    "a private key",
    `-----BEGIN RSA PRIVATE KEY-----\n${nonsense(25, 64)}\n${nonsense(26, 64)}\n-----END RSA PRIVATE KEY-----`,
    nonsense(25, 64) + nonsense(26, 64),
  ),
  secret("a password in an address", `redis://app:${nonsense(27, 20)}@cache`, nonsense(27, 20)),
  secret(
    "a webhook of Slack",
    `https://hooks.slack.com/services/T0/B0/${nonsense(28, 24)}`,
    nonsense(28, 24),
  ),
  secret(
    "a webhook of Discord",
    `https://discord.com/api/webhooks/1234567/${nonsense(29, 60)}`,
    nonsense(29, 60),
  ),
  secret("a password with its name", `password: "${nonsense(30, 20)}"`, nonsense(30, 20)),
  secret("a token of Dissent", `dissent_k3v9qm2x_${nonsense(31, 43)}`),
  secret("a bearer token", `Authorization: Bearer ${nonsense(32, 40)}`, nonsense(32, 40)),
  secret("a key of another vendor", `gsk_${nonsense(33, 40)}`),
];

export const SECRETS: readonly PlantedSecret[] = [...OWN, ...ENCODED, ...FOREIGN];

/** All of them in one text. */
export const ALL_SECRETS: string = SECRETS.map(({ said }) => said).join(" ; ");

/** The names of those that a text gives away. */
export function secretsLeftIn(text: string): string[] {
  return SECRETS.flatMap(({ name, traces }) =>
    traces.some((one) => text.includes(one)) ? [name] : [],
  );
}
