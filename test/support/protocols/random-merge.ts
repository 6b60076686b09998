/** Merges with seats that lie, flip, contradict themselves, speak garbage or vanish, over drafts drawn at random. */
import { expect } from "vitest";

import type { ModelRequest } from "../../../src/model.ts";
import { planDebate } from "../../../src/plan.ts";
import type {
  CloseMatter,
  Concession,
  EvaluateMatter,
  FindMatter,
  MergeRebutInput,
  ReEvaluateMatter,
  MergeStateInput,
} from "../../../src/protocols/merge/prompts/prompt-input.ts";
import { merge } from "../../../src/protocols/merge/protocol.ts";
import { AGENTS, draftsBrief, writtenBrief } from "../documents/drafts.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import { answered, type Held } from "./debate.ts";
import { holdMerge, judges, rebuts, states, readParagraph } from "./merge.ts";
import { checkOutcome } from "./recount-merge.ts";
import { type Dice, createDice, unrulyModel } from "./unruly-model.ts";

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  Storage: [
    "Exports are kept in PostgreSQL.\n\nExports are kept for 30 days.",
    "Exports are objects in S3.\n\nExports are kept for 90 days.\n\n- versioned\n- encrypted",
    "Files lie on a shared disk. Exports are kept for 30 days.",
  ],
  Delivery: [
    "Finance fetches the file over HTTPS. FR-001: encrypted at rest.",
    "The file is pushed at 02:00. FR-002: retried 3 times.\n\n### Retries\n\nAfter 5, 10 and 20 minutes.",
  ],
  Rollout: [
    "The first customer is switched on 2026-03-01.",
    "All customers are switched on 2026-04-01.",
  ],
  Monitoring: [
    "An alert fires after 26 hours.",
    "| Signal | Limit |\n| --- | --- |\n| lag | 26 h |",
  ],
  Security: ["Only the finance group must read an export. Access is logged for 12 months."],
  Costs: ["It costs 12 euros a month."],
};

function draft(dice: Dice): string {
  const titles = Object.keys(TOPICS).filter(() => dice.chance(65));
  const order = dice.chance(50) ? titles : titles.toReversed();
  const sections = order.map((title) => `## ${title}\n\n${dice.pick(TOPICS[title] ?? [""])}`);
  const eol = dice.chance(15) ? "\r\n" : "\n";
  const front = dice.chance(10) ? ["---\nversion: 2\n---"] : [];
  return `${[...front, "# Export service", "It exports orders.", ...sections].join("\n\n")}\n`.replaceAll(
    "\n",
    eol,
  );
}

const GARBAGE = [
  "",
  "Mine is best.",
  "{",
  '{"winners":[]}',
  "null",
  "[]",
  '{"appraisals":[]}',
  "x".repeat(3_000),
];

interface Ways {
  readonly loyalty: number;
  readonly drafts: readonly string[];
}

function said(
  { promptInput: input, participant }: ModelRequest,
  dice: Dice,
  { loyalty, drafts }: Ways,
): object {
  switch (input.kind) {
    case "merge.write":
      return {
        document: dice.chance(10)
          ? "  "
          : (drafts[Number(participant.id.split("-")[1]) - 1] ?? "# X"),
      };
    case "merge.find":
      return found(input as unknown as FindMatter, dice);
    case "merge.state":
      return stated(input as unknown as MergeStateInput, dice, loyalty);
    case "merge.rebut":
      return rebutted(input as unknown as MergeRebutInput, dice);
    case "merge.close":
      return closed(input as unknown as CloseMatter, dice, loyalty);
    case "merge.evaluate": {
      const sloppy = dice.pick([0, 20, 60]);
      return judges(input as unknown as EvaluateMatter, () => !dice.chance(sloppy));
    }
    default:
      return {
        appraisals: (input as unknown as ReEvaluateMatter).disputes.map(({ forward, reverse }) =>
          dice.pick([forward, reverse]),
        ),
      };
  }
}

/** True, invented and one-sided findings. */
function found({ variants }: FindMatter, dice: Dice): object {
  const side = () => {
    const one = dice.pick(variants);
    return {
      variant: one.variant,
      quote: dice.chance(20) ? "words nobody wrote" : readParagraph(one),
    };
  };
  return {
    findings: Array.from({ length: dice.below(3) }, (_, index) => ({
      category: dice.pick(["content", "contradiction", "unique"]),
      severity: dice.pick(["Low", "Medium", "High"]),
      summary: `Finding ${index + 1}.`,
      topic: null,
      sides: dice.chance(80) ? [side(), side()] : [side()],
    })),
  };
}

function stated(input: MergeStateInput, dice: Dice, loyalty: number): object {
  const { variants, own } = input;
  const any = (): number => dice.pick(variants).variant;
  const vote = (): number | null => {
    if (dice.chance(4)) return null;
    return dice.chance(loyalty) ? own : dice.chance(60) ? 1 : any();
  };
  const statement = states(input, { vote });
  return {
    ...statement,
    ...(dice.chance(5) && { steelmen: [] }),
    ...(dice.chance(10) && { strengths: [{ text: "Short and good.", evidence: [] }] }),
    concessions: concessions(
      input.voted,
      variants.map(({ variant }) => variant),
      dice,
    ),
  };
}

function concessions(
  points: readonly string[],
  variants: readonly number[],
  dice: Dice,
): Concession[] {
  return Array.from({ length: dice.below(3) }, () => ({
    point: dice.chance(70) && points.length > 0 ? dice.pick(points) : null,
    variant: dice.chance(80) ? dice.pick(variants) : null,
    text: "They have it better.",
  }));
}

function rebutted(input: MergeRebutInput, dice: Dice): object {
  const { voted, variants, statements } = input;
  const claims = statements.flatMap((one) => one.claims.map(({ id }) => id));
  return rebuts(input, {
    ...(dice.chance(10) && { responses: [] }),
    concessions: concessions(
      voted,
      variants.map(({ variant }) => variant),
      dice,
    ),
    changes: voted
      .filter(() => dice.chance(25))
      .map((point) => ({
        point,
        variant: dice.pick(variants).variant,
        because: "I was convinced.",
        causes: dice.pick([[], ["Z9"], [dice.pick(claims)]]),
        evidence: [],
      })),
  });
}

function closed({ unresolved, variants, own }: CloseMatter, dice: Dice, loyalty: number): object {
  return {
    argument: "This is my last word on all of it.",
    concessions: concessions(
      unresolved,
      variants.map(({ variant }) => variant),
      dice,
    ),
    winners: unresolved
      .filter(() => !dice.chance(5))
      .map((point) => ({
        point,
        variant: dice.chance(loyalty) ? own : dice.pick(variants).variant,
        because: "That is how I see it now.",
        causes: [],
        evidence: [],
      })),
  };
}

export interface Played {
  readonly label: string;
  readonly paused: boolean;
  readonly stops: number;
  readonly held: Held;
}

/** One merge from its seed to its end, checked by eyes that know only the journal. */
export async function playAtRandom(seed: number): Promise<Played> {
  const dice = createDice(seed);
  const at = `seed ${seed}`;
  const count = 2 + dice.below(3);
  const first = draft(dice);
  const drafts = Array.from({ length: count }, () => (dice.chance(15) ? first : draft(dice)));
  const generate = dice.chance(20);
  const settings = {
    depth: dice.pick(["quick", "standard", "deep"]),
    convergence: dice.pick([0.5, 0.67, 0.8, 0.99]),
    interactive: dice.chance(20),
    focus: dice.chance(15) ? ["storage"] : [],
    blind: dice.chance(20),
    base: dice.chance(15) && !generate ? 1 + dice.below(count) : null,
    without: dice.chance(15) ? [1, 3] : [],
    comments: dice.chance(80),
    ...(generate && {
      generate: "design",
      agents: Array.from({ length: count }, (_, index) => AGENTS[index % AGENTS.length]),
    }),
  };
  const limits = dice.chance(20)
    ? { calls: 1 + dice.below(15), onLimit: dice.pick(["pause", "finish"] as const) }
    : {};
  const brief = generate ? writtenBrief() : draftsBrief(drafts);
  const temper = {
    trouble: dice.pick([0, 0, 5, 15, 35]),
    garbage: dice.pick([0, 0, 5, 15, 35]),
    loyalty: dice.pick([0, 20, 60, 100]),
  };
  const ways = { loyalty: temper.loyalty, drafts };
  const model = unrulyModel(dice, temper, {
    garbled: GARBAGE,
    said: (request) => said(request, dice, ways),
  });
  const options = { brief, plan: { settings, limits }, model, clock: eagerClock() };
  const begun = await holdMerge({}, options);
  const paused = begun.holding.status === "paused";
  const { held, stops } = await toItsEnd(begun, dice);
  expect(held.outcome, at).not.toBeNull();
  expect((await verified(held.app, held.id)).fault, at).toBeNull();
  const { max } = planDebate(merge, { brief, settings }).calls;
  await checkOutcome(held, { at, max, settings });
  return { label: held.outcome!.label, paused, stops, held };
}

async function toItsEnd(begun: Held, dice: Dice): Promise<{ held: Held; stops: number }> {
  let held = begun;
  let stops = 0;
  while (held.outcome === null) {
    if (held.holding.status === "paused") {
      const result = await held.app.run({ debate: held.id, limits: { calls: null } });
      const { events } = await held.app.read(held.id);
      held = {
        ...held,
        holding: result,
        events,
        outcome: result.status === "settled" ? result.outcome : null,
      };
      continue;
    }
    const raised = held.events.findLast(({ fact }) => fact.type === "escalation-raised")?.fact;
    if (raised?.type !== "escalation-raised") throw new Error("it waits for nobody");
    const choices = raised.choices.map(({ id }) => id);
    const several = raised.many ? choices.filter(() => dice.chance(30)) : [];
    held = await answered(held, several.length > 0 ? several.join(",") : dice.pick(choices));
    stops++;
  }
  return { held, stops };
}
