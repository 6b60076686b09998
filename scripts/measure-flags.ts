/**
 * Measures on recorded debates what code draws from words (K22): how often each flag is raised on honest replies of
 * models, and on how many planted offenders. Prints the table of docs/real-models.md; with --write, writes it there.
 *
 *     node scripts/measure-flags.ts [--write]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { rehearseRecording } from "../src/app/demo/play-recording.ts";
import { computeAudit } from "../src/audit/audit.ts";
import type { Claim } from "../src/domain/claim.ts";
import { createQuoteChecker } from "../src/domain/evidence.ts";
import { findSettlement } from "../src/domain/journal/event.ts";
import { listRecordingNames, readRecording } from "../src/models/recorded/recording.ts";
import { codeIn } from "../src/protocols/board/rules/flags.ts";
import { createPointIndex } from "../src/protocols/board/rules/point-index.ts";
import { defersToAuthority } from "../src/protocols/board/rules/reasons.ts";
import type { Objection } from "../src/protocols/challenge/prompts/prompt-input.ts";
import { ChallengeReply } from "../src/protocols/challenge/replies.ts";
import { readGrounds } from "../src/protocols/challenge/rules/agreement.ts";
import { areSameObjection } from "../src/protocols/challenge/rules/joined-objections.ts";
import { saysSomethingNew } from "../src/protocols/challenge/rules/novelty.ts";
import { type Recommendation, recommendations } from "../src/protocols/judges/replies.ts";
import { findChangeProblems } from "../src/protocols/judges/rules/change-duty.ts";
import { collectStanceWords, measureDrift } from "../src/protocols/judges/rules/drift.ts";
import { draftPointClaims } from "../src/protocols/judges/rules/points.ts";
import { addConcerns, type LedgerConcern } from "../src/protocols/roundtable/rules/ledger.ts";
import { findHollowness } from "../src/text/substance.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RECORDINGS = join(ROOT, "examples", "recordings");
const PAGE = join(ROOT, "docs", "real-models.md");
const BLOCK = /(<!-- measured by: [^\n]* -->\n\n)[^]*?(\n<!-- end of measured -->)/;

interface PlantedTexts {
  readonly hollow: readonly string[];
  readonly agreements: readonly string[];
  readonly deference: readonly string[];
  readonly code: readonly string[];
  readonly repeats: readonly (readonly [earlier: string, again: string])[];
  /** Objections of the recorded challenge that make one point, by their reader. */
  readonly same: readonly (readonly [string, string])[];
}

const PLANTED = JSON.parse(
  readFileSync(join(ROOT, "test", "fixtures", "flags", "planted.json"), "utf8"),
) as PlantedTexts;

export interface FlagRate {
  readonly rule: string;
  readonly what: string;
  readonly honest: Share;
  readonly planted: Share;
}

interface Share {
  readonly raised: number;
  readonly of: number;
}

function countRaised<Item>(items: readonly Item[], isRaised: (item: Item) => boolean): Share {
  return { raised: items.filter(isRaised).length, of: items.length };
}

interface RecordedReply {
  readonly recording: string;
  readonly step: string;
  readonly seat: string;
  readonly reply: Readonly<Record<string, unknown>>;
}

/** The last reply to each prompt: one that was sent back was not honest work yet. */
function listReplies(): RecordedReply[] {
  return listRecordingNames(RECORDINGS).flatMap((recording) => {
    const lines = readFileSync(join(RECORDINGS, recording, "replies.jsonl"), "utf8");
    const rows = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { at: string; reply: RecordedReply["reply"] });
    const last = new Map(rows.map(({ at, reply }) => [at.replace(/#\d+$/, ""), reply]));
    return [...last].map(([at, reply]) => {
      const [step = "", seat = ""] = at.split("/");
      return { recording, step, seat, reply };
    });
  });
}

/** Texts under these names give a reason or an argument. */
const REASONS = new Set("reason counter_reason explanation counter_argument words why".split(" "));

function listReasons(value: unknown, name = ""): string[] {
  if (typeof value === "string") return REASONS.has(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => listReasons(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => listReasons(one, key));
}

/** All words of a reply that a person would read. */
function listProse(value: unknown): string[] {
  if (typeof value === "string") return value.includes(" ") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listProse) : [];
}

export async function measureFlags(): Promise<FlagRate[]> {
  const replies = listReplies();
  return [
    measureSubstance(replies),
    ...measureJudges(replies),
    ...(await measureChanges()),
    ...measureChallenge(replies),
    ...measureBoard(replies),
    measureRoundtable(replies),
  ];
}

function measureSubstance(replies: readonly RecordedReply[]): FlagRate {
  const reasons = replies.flatMap(({ reply }) => listReasons(reply)).filter((text) => text !== "");
  return {
    rule: "K8",
    what: "a reason or an argument that says nothing",
    honest: countRaised(reasons, (text) => findHollowness(text, { mayAgree: true }) !== null),
    planted: countRaised(PLANTED.hollow, (text) => findHollowness(text) !== null),
  };
}

const LENSES = ["risk", "value", "effort"] as const;
type JudgeLens = (typeof LENSES)[number];

interface RecordedJudge {
  readonly lens: JudgeLens;
  readonly words: string;
  readonly opening: Recommendation;
  readonly claims: readonly Claim[];
}

function listPanels(replies: readonly RecordedReply[]): RecordedJudge[][] {
  const names = [...new Set(replies.map(({ recording }) => recording))];
  return names.flatMap((name) => {
    const judges = LENSES.flatMap((lens) => {
      const said = replies.filter((one) => one.recording === name && one.seat === lens);
      const first = said.find(({ step }) => step === "openings");
      if (!first) return [];
      const opening: Recommendation = recommendations[lens].parse(first.reply);
      const words = said.map(({ reply }) => collectStanceWords(reply as unknown as Recommendation));
      const claims = draftPointClaims(lens, opening).map((draft, at): Claim => {
        const evidence = draft.evidence.map((one) => ({ ...one, verified: true }));
        return { ...draft, id: `${lens}-${at + 1}`, by: lens, evidence };
      });
      return [{ lens, words: words.join(" "), opening, claims }];
    });
    return judges.length === 0 ? [] : [judges];
  });
}

function measureJudges(replies: readonly RecordedReply[]): FlagRate[] {
  const panels = listPanels(replies);
  const judges = panels.flat();
  // a case that was argued from one stance, handed in under another
  const swapped = judges.flatMap((judge) =>
    LENSES.filter((lens) => lens !== judge.lens).map((lens) => ({ ...judge, lens })),
  );
  const isDrifting = ({ lens, words }: Pick<RecordedJudge, "lens" | "words">): boolean =>
    measureDrift(lens, lens, words).drifting;
  const moves = panels.flatMap(listMoves);
  return [
    {
      rule: "J24",
      what: "a case argued from another stance",
      honest: countRaised(judges, isDrifting),
      planted: countRaised(swapped, isDrifting),
    },
    {
      rule: "J17 K5",
      what: "a changed vote whose cause does not bear on it",
      honest: countRaised(
        moves.filter(({ bears }) => bears),
        isRefused,
      ),
      planted: countRaised(
        moves.filter(({ bears }) => !bears),
        isRefused,
      ),
    },
  ];
}

interface PossibleMove {
  readonly judge: RecordedJudge;
  readonly option: string;
  readonly cause: Claim;
  readonly visible: readonly Claim[];
  readonly bears: boolean;
}

/** Every change of vote that a judge could have made because of one point of another judge. */
function listMoves(panel: readonly RecordedJudge[]): PossibleMove[] {
  const visible = panel.flatMap(({ claims }) => claims);
  return panel.flatMap((judge) => {
    const left = judge.opening.option;
    const others = judge.opening.evaluations.map((one) => one.option).filter((id) => id !== left);
    return others.flatMap((option) =>
      visible
        .filter(({ by }) => by !== judge.lens)
        .map((cause) => {
          const { about, side } = cause;
          const bears = side === "attacks" ? about === left : about === option;
          return { judge, option, cause, visible, bears };
        }),
    );
  });
}

function isRefused({ judge, option, cause, visible }: PossibleMove): boolean {
  const explanation = `What ${cause.id} shows outweighs the reasons that I had for my first choice.`;
  const problems = findChangeProblems(
    { option, changed_because: { claims: [cause.id], evidence: [], explanation } },
    { by: judge.lens, before: judge.opening, visible, isVerified: () => true },
  );
  return problems.length > 0;
}

/** Of whole debates as the engine plays them. Planted changes without a cause are tests of the audit. */
async function measureChanges(): Promise<FlagRate[]> {
  const played = await Promise.all(
    listRecordingNames(RECORDINGS).map(async (name) => {
      const { events } = await rehearseRecording(readRecording(RECORDINGS, name));
      return {
        changes: findSettlement(events)?.outcome.changes ?? [],
        flips: computeAudit(events).flips,
      };
    }),
  );
  const changes = played.flatMap((one) => one.changes);
  const flips = played.flatMap((one) => one.flips);
  const bare = flips.map((flip) => ({ ...flip, because: [] }));
  return [
    {
      rule: "K5",
      what: "a change of vote, score or winner that is not explained",
      honest: countRaised(changes, ({ standing }) => standing !== "explained"),
      planted: { raised: 0, of: 0 },
    },
    {
      rule: "audit",
      what: "a change of position counted as capitulation",
      honest: countRaised(bare, (flip) => flip.class === "capitulated"),
      planted: { raised: 0, of: 0 },
    },
  ];
}

interface FiledBy {
  readonly seat: string;
  readonly objection: Objection;
}

function listFiled(replies: readonly RecordedReply[]): FiledBy[] {
  return replies
    .filter(({ step }) => step === "challenges")
    .flatMap(({ recording, seat, reply }) => {
      const { brief } = readRecording(RECORDINGS, recording);
      const check = createQuoteChecker(new Map(brief.sources.map(({ id, text }) => [id, text])));
      return ChallengeReply.parse(reply).objections.map((filed, at) => ({
        seat,
        objection: {
          ...filed,
          id: `${seat}-${at + 1}`,
          challenger: seat,
          name: seat,
          missing: null,
          madeIn: 0,
          text: filed.headline,
          filed: filed.strength,
          blocked: true,
          evidence: filed.evidence.map(check),
          rounds: [],
          state: "open" as const,
        },
      }));
    });
}

function measureChallenge(replies: readonly RecordedReply[]): FlagRate[] {
  const filed = listFiled(replies);
  const pairs = filed.flatMap((one, at) =>
    filed
      .slice(at + 1)
      .flatMap((other) => (one.seat === other.seat ? [] : [[one, other] as const])),
  );
  const isSame = ([one, other]: readonly [FiledBy, FiledBy]): boolean =>
    PLANTED.same.some((ids) => ids.includes(one.objection.id) && ids.includes(other.objection.id));
  const isJoined = ([one, other]: readonly [FiledBy, FiledBy]): boolean =>
    areSameObjection(one.objection, other.objection);
  const grounds = replies
    .filter(({ step }) => step === "challenges")
    .map(({ reply }) => readGrounds(ChallengeReply.parse(reply)));
  const isBare = (text: string): boolean =>
    findHollowness(text, { mayAgree: true, rule: { minimumWords: 40 } }) !== null;
  return [
    {
      rule: "H17 K8",
      what: "grounds too thin for an agreement",
      honest: countRaised(grounds, isBare),
      planted: countRaised(PLANTED.agreements, isBare),
    },
    {
      rule: "H20",
      what: "two objections joined as one (planted: pairs that make one point)",
      honest: countRaised(
        pairs.filter((pair) => !isSame(pair)),
        isJoined,
      ),
      planted: countRaised(pairs.filter(isSame), isJoined),
    },
    {
      rule: "H27",
      what: "words that their author had said before",
      honest: countRaised(filed, ({ seat, objection }) => {
        const others = filed.filter((one) => one.seat === seat && one.objection !== objection);
        return !saysSomethingNew(
          { text: `${objection.text} ${objection.detail}`, evidence: [] },
          others.map((one) => ({
            text: `${one.objection.text} ${one.objection.detail}`,
            evidence: [],
          })),
        );
      }),
      planted: countRaised(
        PLANTED.repeats,
        ([earlier, again]) =>
          !saysSomethingNew({ text: again, evidence: [] }, [{ text: earlier, evidence: [] }]),
      ),
    },
  ];
}

function measureBoard(replies: readonly RecordedReply[]): FlagRate[] {
  const board = replies.filter(({ recording }) => recording === "board");
  const reasons = board.flatMap(({ reply }) => listReasons(reply)).filter((text) => text !== "");
  const points = board
    .filter(({ step }) => step === "statements")
    .flatMap(({ seat, reply }) => {
      const claims = (reply["claims"] ?? []) as readonly { text: string; detail: string | null }[];
      return claims.map((claim, at): Claim => {
        const { text, detail } = claim;
        const about = `${seat}-about-${at}`;
        const whole = { text, ...(detail !== null && { detail }) };
        return { ...whole, id: `${seat}-${at}`, by: seat, about, side: "supports", evidence: [] };
      });
    });
  const index = createPointIndex();
  const known = countRaised(points, (point) => {
    const isKnown = !index.isNew(point);
    index.add(point);
    return isKnown;
  });
  const again = points.map((point) => {
    const text = point.text.split(" ").slice(1).join(" ");
    return { ...point, id: `again-${point.id}`, about: `again-${point.about}`, by: "again", text };
  });
  return [
    {
      rule: "F24",
      what: "code where a plan is wanted",
      honest: countRaised(board, ({ reply }) => codeIn(listProse(reply).join("\n")).length > 0),
      planted: countRaised(PLANTED.code, (text) => codeIn(text).length > 0),
    },
    {
      rule: "F26",
      what: "a reason that only points to somebody's seat",
      honest: countRaised(reasons, defersToAuthority),
      planted: countRaised(PLANTED.deference, defersToAuthority),
    },
    {
      rule: "F27",
      what: "a point counted as made before (planted: another seat repeats it less its first word)",
      honest: known,
      planted: countRaised(again, (point) => !index.isNew(point)),
    },
  ];
}

function measureRoundtable(replies: readonly RecordedReply[]): FlagRate {
  type Stated = Parameters<typeof addConcerns>[1][number];
  const stated = replies
    .filter(({ recording }) => recording === "roundtable")
    .flatMap(({ seat, step, reply }) => {
      const isNew = step === "positions" || step.startsWith("discussion-");
      const concerns = isNew ? ((reply["concerns"] ?? []) as readonly Stated[]) : [];
      return concerns.map((concern) => ({ seat, concern }));
    });
  const around = { round: 0, stage: 0, claims: [] };
  const join = (ledger: readonly LedgerConcern[], seat: string, concern: Stated) =>
    addConcerns(ledger, [concern], { ...around, by: seat }).map((one, at) => ({
      ...one,
      id: `${one.by}-${at}`,
    }));
  let ledger: readonly LedgerConcern[] = [];
  const repeats = (seat: string, concern: Stated): boolean => {
    const before = ledger.length;
    ledger = join(ledger, seat, concern);
    return ledger.length === before;
  };
  const honest = countRaised(stated, ({ seat, concern }) => repeats(seat, concern));
  const again = stated.map(({ seat, concern }) => {
    const text = concern.text.split(" ").slice(0, -1).join(" ");
    return { seat, concern: { ...concern, text } };
  });
  return {
    rule: "T16",
    what: "a concern that repeats an own one (planted: the same less its last word)",
    honest,
    planted: countRaised(again, ({ seat, concern }) => repeats(seat, concern)),
  };
}

export function formatFlagTable(rates: readonly FlagRate[]): string {
  const share = ({ raised, of }: Share): string => (of === 0 ? "–" : `${raised} of ${of}`);
  const rows = rates.map(
    ({ rule, what, honest, planted }) =>
      `| ${rule} | ${what} | ${share(honest)} | ${share(planted)} |`,
  );
  return [
    "| Rule | Flag | Raised on honest replies | Planted offenders found |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** The table as the page has it; undefined where the page has lost its marks. */
export function readWrittenTable(): string | undefined {
  const page = readFileSync(PAGE, "utf8");
  return /<!-- measured by: [^\n]* -->\n\n([^]*?)\n<!-- end of measured -->/.exec(page)?.[1];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = formatFlagTable(await measureFlags());
  process.stdout.write(table);
  if (process.argv.includes("--write")) {
    const page = readFileSync(PAGE, "utf8");
    if (!BLOCK.test(page)) throw new Error(`${PAGE} has no marks around its table.`);
    writeFileSync(
      PAGE,
      page.replace(BLOCK, (_, begin: string, end: string) => begin + table + end),
    );
  }
}
