/** Statements that leave room for one value only: a state, a minimum version, who alone may do something, a choice. */
import {
  isFunctionWord,
  listComparableWords,
  singularizeWord,
} from "../../text/comparable-words.ts";
import { stemWord, stemWordList } from "../../text/word-stem.ts";
import { CODE_END, CODE_START } from "../markdown/plain-text.ts";
import type { SentenceUtterance } from "./sentence-utterance.ts";
import { findSameMeaning } from "./topic-words.ts";

export interface ExclusiveStatement {
  readonly relation: "state" | "version" | "permission" | "choice" | "figure" | "polarity";
  /** Statements with the same key are about the same thing. */
  readonly key: string;
  readonly value: string;
  /** Permissions exclude each other only if one of them is for nobody else. */
  readonly only: boolean;
  /** "Their own" and "all" are not the same things. */
  readonly reach?: "own" | "all" | "";
  /** Who needs a version; empty for the whole project. */
  readonly who?: string;
  /** What it is about and what it says of it, for people. */
  readonly about: string;
  readonly shown: string;
}

export function isExclusivePair(a: ExclusiveStatement, b: ExclusiveStatement): boolean {
  if (a.who !== b.who && (a.who ?? "") !== "" && (b.who ?? "") !== "") return false;
  const reaches = [a.reach, b.reach];
  if (reaches.includes("own") && reaches.includes("all")) return false;
  return a.value !== b.value && (a.relation !== "permission" || a.only || b.only);
}

const LONGEST = 160;
/** True only sometimes, formerly, for some, or not said at all. */
const QUALIFIED =
  /\b(?:if|when|whenever|unless|except|while|otherwise|would|could|might|was|were|either|example|instead|alternative\w*|considered|previously|originally|currently|temporarily|sometimes|usually|some|most)\b|\?$|:$/i;

export function findExclusiveStatements({
  text: written,
  vague,
  contrary,
}: SentenceUtterance): ExclusiveStatement[] {
  if (vague || contrary || written.length > LONGEST || QUALIFIED.test(written)) return [];
  const text = written
    .replaceAll(CODE_START, "")
    .replaceAll(CODE_END, "")
    .replace(/[.!]+$/, "");
  const found =
    readMinimumVersion(text) ??
    readPermission(text) ??
    readState(text) ??
    readOutage(text) ??
    readChoice(text);
  return found === undefined ? [] : [found];
}

const STATES: ReadonlyMap<string, readonly [string, boolean]> = new Map([
  ["supported", ["supported", true]],
  ["accepted", ["supported", true]],
  ["unsupported", ["supported", false]],
  ["rejected", ["supported", false]],
  ["refused", ["supported", false]],
  ["enabled", ["enabled", true]],
  ["disabled", ["enabled", false]],
]);

const STATE = new RegExp(
  "^(?:(?:connections|requests|clients|files|uploads|images|documents|inputs|messages|calls) (?:with|using|over|in|from|via|that use) )?" +
    "(?<thing>.{2,60}?) (?:is|are) (?<not>not |never )?(?:an? |fully )?" +
    `(?<state>${[...STATES.keys()].join("|")})` +
    "(?: (?:platform|browser|runtime|protocol|language|version|format|option|feature)| with an? (?:\\w+ )?error)?(?<default> by default)?$",
  "i",
);

/** "TLS 1.2 is supported", "Connections with TLS 1.2 are rejected". */
function readState(text: string): ExclusiveStatement | undefined {
  const groups = STATE.exec(text)?.groups;
  const [family, positive] = STATES.get((groups?.["state"] ?? "").toLowerCase()) ?? [];
  const thing = groups?.["thing"] ?? "";
  if (family === undefined || POINTING.test(thing) || /\b(?:not?|never|only)\b/i.test(thing))
    return undefined;
  const holds = positive === ((groups?.["not"] ?? "") === "");
  return createStatement("state", [...listTopic(thing), family, groups?.["default"] ?? ""], {
    value: String(holds),
    about: thing,
    shown: holds ? family : `not ${family}`,
  });
}

const POINTING =
  /^(?:it|its|this|that|these|those|they|he|she|such|the (?:feature|option|flag|value|field|gate|format|version|latter|former))\b(?!.*\d)/i;

const NAME = "(?<name>[A-Z][\\w.+#-]*(?: [A-Z][\\w+#-]*)?)";
const VERSION = "v?(?<version>\\d+(?:\\.\\d+){0,2})";
const OR_NEWER = "(?:\\+| or (?:newer|later|higher|above|greater|up)| and (?:newer|later|above))";
const VERSIONS = [
  `^${NAME} ${VERSION} is the (?:minimum|oldest|lowest)(?: supported| required)?(?: version)?$`,
  `^(?:[Tt]he )?[Mm]inimum (?:supported |required )?(?:version of )?${NAME}(?: version)? is ${VERSION}$`,
  `^(?<who>.{0,60}?)\\b(?:requires?|needs?|must use|must run on) ${NAME}(?: version)? ${VERSION}${OR_NEWER}$`,
  `^(?<who>.{0,60}?)\\b(?:requires?|needs?|must use) at least ${NAME}(?: version)? ${VERSION}$`,
  `^(?:at least |At least )?${NAME}(?: version)? ${VERSION}${OR_NEWER}? (?:is|are) (?:required|needed)$`,
].map((pattern) => new RegExp(pattern));

/** Who it is goes without saying. */
const WHOLE = stemWordList(
  "app application code codebase library module package product program project repository service software system tool we",
);

function readMinimumVersion(text: string): ExclusiveStatement | undefined {
  for (const pattern of VERSIONS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const name = groups["name"] ?? "";
    const version = groups["version"] ?? "";
    return createStatement("version", [name.toLowerCase().replace(/\.js$/, "")], {
      value: version.replace(/(?:\.0)+$/, ""),
      about: `minimum version of ${name}`,
      shown: version,
      who: listTopic(groups["who"] ?? "")
        .filter((stem) => !WHOLE.has(stem))
        .join(" "),
    });
  }
  return undefined;
}

const OUTAGE = "(?:downtime|(?:an? |any )?(?:interruption|outage)s?)";
const AVAILABLE = new RegExp(
  `^(?:the |every |each )?(?<thing>.{2,40}?) (?:must|will|shall|can|is|has to|runs?|happens?|finish(?:es)?|completes?)\\b.* without (?:any )?${OUTAGE}$`,
  "i",
);
const UNAVAILABLE =
  /^(?:during|in|while) (?:the |every |each )?(?<thing>.{2,40}?),? (?:the |our )?[\w -]{2,40}? (?:is|are|will be) (?:unavailable|not available|down|offline|out of service)\b/i;
const CAUSED = new RegExp(
  `^(?:the |every |each )?(?<thing>.{2,40}?) (?:causes|needs|requires|takes|means|involves) (?:[\\w-]+ ){0,4}?${OUTAGE}\\b`,
  "i",
);

/** "Must run without downtime", "During the upgrade the service is unavailable". */
function readOutage(text: string): ExclusiveStatement | undefined {
  const none = AVAILABLE.exec(text)?.groups;
  const some = UNAVAILABLE.exec(text)?.groups ?? CAUSED.exec(text)?.groups;
  const thing = (none ?? some)?.["thing"] ?? "";
  if (thing === "" || POINTING.test(thing)) return undefined;
  return createStatement("state", [...listTopic(thing), "downtime"], {
    value: String(none === undefined),
    about: `downtime during the ${thing}`,
    shown: none === undefined ? "some" : "none",
  });
}

const ROLES = new Set(
  (
    "admin administrator author contributor customer developer editor employee guest maintainer manager member " +
    "moderator operator owner reviewer subscriber superuser user viewer anyone anybody everyone everybody"
  ).split(" "),
);
const ALLOWED = "(?:may|can|(?:is|are) (?:allowed|permitted|able) to)";
const PERMISSIONS = [
  `^(?<only>only )(?<who>[\\w' -]{2,40}?) ${ALLOWED} (?<act>.+)$`,
  `^(?<act>.+?) (?:may|can|must) (?<only>only )be (?<verb>\\w+) by (?<who>[\\w' -]{2,40})$`,
  `^(?<act>.+?) (?:may|can|must) be (?<verb>\\w+) (?<only>only )?by (?<who>[\\w' -]{2,40})$`,
  `^(?<who>[\\w' -]{2,40}?) ${ALLOWED} (?<act>.+)$`,
].map((pattern) => new RegExp(pattern, "i"));

/** "Only owners may …" and "Members may …" exclude each other; so do two that are both for nobody else. */
function readPermission(text: string): ExclusiveStatement | undefined {
  for (const pattern of PERMISSIONS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const who = listComparableWords(groups["who"] ?? "").map(singularizeWord);
    const head = who.at(-1) ?? "";
    const act = `${groups["verb"] ?? ""} ${groups["act"] ?? ""}`;
    if (!ROLES.has(head) || /\b(?:not|never|only|also|others?)\b/i.test(act)) return undefined;
    const topic = listTopic(act).filter((stem) => !ROLE_STEMS.has(stem) && stem !== "own");
    if (topic.length < 2) return undefined;
    const only = (groups["only"] ?? "") !== "";
    return createStatement("permission", topic, {
      value: head === "admin" ? "administrator" : head,
      about: act.trim(),
      shown: `${only ? "only " : ""}${groups["who"] ?? ""}`,
      only,
      reach: /\bown\b/i.test(act) ? "own" : /\b(?:all|every|any)\b/i.test(act) ? "all" : "",
    });
  }
  return undefined;
}

const ROLE_STEMS = stemWordList([...ROLES].join(" "));

/** Things of which a system has one for one purpose; short names count only as they are written. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  "REST gRPC GraphQL SOAP",
  "PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Cassandra DynamoDB CockroachDB",
  "Go Golang Rust Python Java Kotlin TypeScript JavaScript Ruby Scala Swift Elixir",
  "JSON Protobuf XML YAML TOML Avro MessagePack CBOR Thrift",
  "Kafka RabbitMQ NATS SQS",
  "AWS Azure GCP",
  "Redis Memcached",
  "React Vue Angular Svelte",
  "Kubernetes Nomad",
  "Terraform Pulumi Ansible",
  "GitHub GitLab Bitbucket",
  "OAuth SAML Kerberos LDAP",
  "WebSockets WebSocket SSE",
].map((names) => new Set(names.split(" ")));

const CHOOSING =
  /\b(?:choose|chose|chosen|picked|selected|use|uses|is|are|written|implemented|built|encoded|stored|kept|hosted|deployed|managed|built|over|via)\b/i;
const SEVERAL =
  /\b(?:support\w*|accept\w*|can|may|also|or|and|both|like|such|including|not|no|never|should|e\.g|as well)\b|[,;(]/i;
const LONGEST_CHOICE = 14;

/** "We chose gRPC for …", "… over REST": one of a family, and what it is chosen for. */
function readChoice(text: string): ExclusiveStatement | undefined {
  if (!CHOOSING.test(text) || SEVERAL.test(text)) return undefined;
  const words = text.split(/\s+/);
  if (words.length > LONGEST_CHOICE) return undefined;
  const members = words.flatMap((word) =>
    FAMILIES.flatMap((family, at) => (family.has(word) ? [{ word, at }] : [])),
  );
  const [member, another] = members;
  if (member === undefined || another !== undefined) return undefined;
  const rest = words.filter((word) => word !== member.word).join(" ");
  const topic = listTopic(rest)
    .map((stem) => (stem === "build" ? WRITING : stem))
    .filter((stem) => !AROUND_CHOICES.has(stem));
  if (topic.length < 2) return undefined;
  return createStatement("choice", [String(member.at), ...topic], {
    value: member.word.replace(/^Postgres$/, "PostgreSQL").replace(/^Golang$/, "Go"),
    about: topic.join(" "),
    shown: member.word,
  });
}

/** Programs are written, built and implemented. */
const WRITING = findSameMeaning(stemWord("implement"));

const AROUND_CHOICES = stemWordList(
  "between choose chosen chose each every have other our over pick select their use we",
);

function listTopic(text: string): string[] {
  return listComparableWords(text.replaceAll("'s", ""))
    .filter((word) => !isFunctionWord(word) && word !== "any" && word !== "all" && word !== "every")
    .map((word) => findSameMeaning(stemWord(word)));
}

function createStatement(
  relation: ExclusiveStatement["relation"],
  topic: readonly string[],
  said: Pick<ExclusiveStatement, "value" | "about" | "shown" | "reach" | "who"> & {
    only?: boolean;
  },
): ExclusiveStatement | undefined {
  const key = [...new Set(topic.filter((word) => word !== ""))].sort().join(" ");
  return key === "" ? undefined : { relation, key: `${relation} ${key}`, only: false, ...said };
}
