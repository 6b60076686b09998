/** The shape of every journal event, field by field. docs/journal.md describes the same in prose. */
import { ABSENCE_REASONS } from "../round.ts";
import { claim } from "./claim-shape.ts";
import { type DebateOpened, type Fact, JOURNAL_FORMAT } from "./event.ts";
import { outcomeShape } from "./outcome-shape.ts";
import {
  anyJson,
  anyText,
  describeShapeFault,
  expectList,
  listOfDistinct,
  textMatching,
  numberInRange,
  expectObject,
  expectChoice,
  orNull,
  type ShapeCheck,
  shortId,
  anyBoolean,
  integerInRange,
} from "./shape.ts";

/** The last day that a date can have. */
const LATEST_MS = 8_640_000_000_000_000;
/** More than any debate costs; sums of it stay exact enough to show. */
const MOST_USD = 1_000_000_000;
const MOST_TOKENS = 1_000_000_000_000;

const timeMs = numberInRange(0, LATEST_MS);
// a clock that was set back makes a call seem to end before it began
const durationMs = numberInRange(-LATEST_MS, LATEST_MS);
const bytes = integerInRange(0);
const digest = textMatching(/^[0-9a-f]{64}$/, "a SHA-256 in lower-case hexadecimal");
const step = textMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "a step such as openings");
const turnKey = textMatching(
  // eslint-disable-next-line no-control-regex -- these are what is refused
  /^[a-z0-9]+(?:-[a-z0-9]+)*\/[^\u0000-\u001f\u007f/]{1,200}$/,
  "a key such as openings/risk",
);
const stepOrKey = textMatching(
  // eslint-disable-next-line no-control-regex -- these are what is refused
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[^\u0000-\u001f\u007f/]{1,200})?$/,
  "a step such as openings, or a key such as openings/risk",
);
const texts = expectList(anyText);
const alwaysTrue = expectChoice(true);
const attempt = integerInRange(1, 2);
const premise = textMatching(/^P[1-9]\d{0,8}$/, "P1, P2 and so on");

const limits = expectObject(
  {
    calls: orNull(numberInRange(0, Number.MAX_SAFE_INTEGER)),
    tokens: orNull(numberInRange(0, Number.MAX_SAFE_INTEGER)),
    usd: orNull(numberInRange(0, Number.MAX_SAFE_INTEGER)),
    wallMs: orNull(numberInRange(0, Number.MAX_SAFE_INTEGER)),
    onLimit: expectChoice("pause", "finish"),
  },
  { unpriced: anyBoolean },
);

const speaker = expectObject({
  provider: anyText,
  requested: anyText,
  served: orNull(anyText),
  version: orNull(anyText),
});

const usage = expectObject(
  {
    inputTokens: numberInRange(0, MOST_TOKENS),
    outputTokens: numberInRange(0, MOST_TOKENS),
    costUsd: numberInRange(0, MOST_USD),
  },
  {
    cachedTokens: numberInRange(0, MOST_TOKENS),
    price: expectChoice("approximate", "unknown"),
    tries: integerInRange(1, 1_000_000),
  },
);

const sources = listOfDistinct(
  expectObject({ id: shortId, title: anyText, sha256: digest, bytes }),
);

const brief = expectObject({
  id: shortId,
  question: anyText,
  options: listOfDistinct(expectObject({ id: shortId, label: anyText, description: anyText })),
  sources,
  featureName: orNull(anyText),
  featureDir: orNull(anyText),
});

const participant = expectObject({
  id: shortId,
  name: anyText,
  role: anyText,
  stance: orNull(anyText),
  model: anyText,
  mark: shortId,
});

const said = expectObject(
  {
    position: orNull(anyText),
    confidence: orNull(numberInRange(0, 100)),
    words: anyText,
    wouldChange: orNull(anyText),
  },
  { because: texts, assumes: texts },
);

const turn = { key: turnKey, by: shortId, speaker, usage, latencyMs: durationMs };

type FactFields<One> = Readonly<Record<Exclude<keyof One, "type">, ShapeCheck>>;
type RequiredFactFields<One> = {
  readonly [
    Name in keyof FactFields<One> as undefined extends One[Name & keyof One] ? never : Name
  ]: ShapeCheck;
};

type FactOfType<Type extends Fact["type"]> = Extract<Fact, { type: Type }>;

/** The compiler asks for every required field, and refuses one that an event does not have. */
function createFactShape<Type extends Fact["type"]>(
  type: Type,
  required: RequiredFactFields<FactOfType<Type>>,
  optional: Partial<FactFields<FactOfType<Type>>> = {},
): ShapeCheck {
  return expectObject(
    { type: expectChoice(type), ...required },
    optional as Readonly<Record<string, ShapeCheck>>,
  );
}

const panel = expectObject({
  proposedBy: anyText,
  agreedBy: anyText,
  preset: orNull(anyText),
  seats: expectList(expectObject({ id: shortId, why: anyText })),
});

const FACTS: { readonly [Type in Fact["type"]]: ShapeCheck } = {
  "debate-opened": createFactShape(
    "debate-opened",
    {
      format: integerInRange(1, JOURNAL_FORMAT),
      debate: shortId,
      protocol: shortId,
      protocolVersion: integerInRange(0),
      brief,
      participants: listOfDistinct(participant),
      settings: anyJson,
      limits,
      timeoutMs: numberInRange(0, Number.MAX_SAFE_INTEGER),
      salt: anyText,
      notices: texts,
      by: anyText,
      forkedFrom: orNull(
        expectObject({
          debate: shortId,
          sequence: integerInRange(0),
          head: textMatching(/^(?:[0-9a-f]{64})?$/, "a SHA-256 in lower-case hexadecimal"),
        }),
      ),
    },
    { attest: alwaysTrue, panel },
  ),
  "asks-committed": createFactShape(
    "asks-committed",
    {
      step: stepOrKey,
      blind: anyBoolean,
      asks: listOfDistinct(
        expectObject({ by: shortId, prompt: digest, bytes, reveals: expectList(turnKey) }),
        "by",
      ),
    },
    { inherited: alwaysTrue },
  ),
  "reply-rejected": createFactShape("reply-rejected", { ...turn, problems: texts, raw: anyText }),
  "reply-recorded": createFactShape(
    "reply-recorded",
    { ...turn, reply: anyJson, said: orNull(said), claims: expectList(claim), unmet: texts },
    { called: expectChoice(false) },
  ),
  "participant-absent": createFactShape("participant-absent", {
    ...turn,
    reason: expectChoice(...ABSENCE_REASONS),
    detail: anyText,
    raw: orNull(anyText),
    called: anyBoolean,
  }),
  "answer-awaited": createFactShape("answer-awaited", { key: turnKey, by: shortId, attempt }),
  "person-answered": createFactShape(
    "person-answered",
    { key: turnKey, attempt, text: anyText, by: anyText },
    { from: expectChoice("host") },
  ),
  "round-closed": createFactShape("round-closed", { step }),
  "clock-read": createFactShape("clock-read", { key: step, readMs: timeMs }),
  "outside-read": createFactShape("outside-read", {
    key: step,
    request: digest,
    answer: anyJson,
    sources,
  }),
  "artifact-published": createFactShape("artifact-published", {
    name: textMatching(
      /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.partial)?\.[a-z]+$/,
      "a relative path in lower case",
    ),
    sha256: digest,
    bytes,
  }),
  "escalation-raised": createFactShape(
    "escalation-raised",
    {
      key: step,
      question: anyText,
      choices: listOfDistinct(
        expectObject(
          { id: shortId, label: anyText },
          { needs: expectList(expectObject({ what: anyText, anyOf: expectList(anyText) })) },
        ),
      ),
    },
    { many: alwaysTrue },
  ),
  "escalation-answered": createFactShape("escalation-answered", {
    key: step,
    choice: anyText,
    reason: anyText,
    by: anyText,
  }),
  "debate-paused": createFactShape("debate-paused", {
    reason: expectChoice("interrupted", "limit", "failed"),
    detail: anyText,
  }),
  "debate-resumed": createFactShape("debate-resumed", { limits, askedAgain: expectList(turnKey) }),
  "debate-settled": createFactShape("debate-settled", { outcome: outcomeShape }),
  "decision-recorded": createFactShape(
    "decision-recorded",
    { choice: anyText, reason: anyText, by: anyText },
    { blind: alwaysTrue },
  ),
  "footing-noted": createFactShape("footing-noted", {
    footing: premise,
    owner: orNull(anyText),
    due: orNull(textMatching(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, "a day")),
    command: orNull(texts),
    by: anyText,
  }),
  "footing-checked": createFactShape("footing-checked", {
    footing: premise,
    state: expectChoice("holds", "lost"),
    detail: anyText,
    by: anyText,
  }),
  "decision-judged": createFactShape("decision-judged", {
    verdict: expectChoice("right", "wrong", "partial"),
    reason: anyText,
    by: anyText,
  }),
};

const SHAPE_OF = new Map<unknown, ShapeCheck>(Object.entries(FACTS));

const eventShape = expectObject({
  sequence: integerInRange(0),
  atMs: integerInRange(0, LATEST_MS),
  previous: anyText,
  fact: (value) => {
    const type = (value as { readonly type?: unknown } | null)?.type;
    const shape = SHAPE_OF.get(type);
    if (shape) return shape(value);
    return { path: "type", says: "is not a type of event that this Dissent knows" };
  },
  hash: anyText,
});

/** "has an invalid field fact.usage.costUsd: must be a number from 0 to …"; undefined where the event is as it should be. */
export function findEventShapeFault(event: unknown): string | undefined {
  const fault = eventShape(event);
  if (fault === undefined) return undefined;
  const newer = findNewerFormat(event);
  if (newer !== undefined) {
    return `has format ${newer}, and this Dissent reads up to ${JOURNAL_FORMAT}`;
  }
  return describeShapeFault(fault);
}

/** The format of a journal that a later version began; its fields may be anything. */
export function findNewerFormat(event: unknown): number | undefined {
  const fact = (event as { readonly fact?: Partial<DebateOpened> } | null)?.fact;
  if (fact?.type !== "debate-opened" || !Number.isSafeInteger(fact.format)) return undefined;
  return fact.format !== undefined && fact.format > JOURNAL_FORMAT ? fact.format : undefined;
}
