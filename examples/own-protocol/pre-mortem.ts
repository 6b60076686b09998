/**
 * A protocol of one's own: a pre-mortem. Everyone imagines, blind, that the plan has failed and says why;
 * then one after another each names the cause to guard against first; without a majority a person chooses.
 *
 *   failures (blind) ──▶ first guard (one after another) ──▶ majority? ─ yes ─▶ GUARD FIRST
 *                                                              │ no
 *                                                              └──▶ a person chooses
 */
import {
  type Ask,
  type Brief,
  defineProtocol,
  FENCE_RULE,
  type Floor,
  outcome,
  type Participant,
  type Round,
  tally,
  text,
} from "dissent/protocol";
import * as z from "zod";

const Failure = z.object({ option: z.string(), story: z.string().min(1) });
type Failure = z.infer<typeof Failure>;
const Guard = z.object({ option: z.string(), why: z.string().min(1) });
type Guard = z.infer<typeof Guard>;

export const preMortem = defineProtocol({
  id: "pre-mortem",
  version: 1,
  summary: "Imagine that it failed, say why, and choose what to guard against first.",
  settings: z.strictObject({}),
  seats: ["builder", "operator", "customer"].map((id) => ({
    id,
    name: id,
    role: "witness",
    stance: null,
  })),
  titles: { failures: "How it failed, sealed", guards: "What to guard against first" },
  deadlineMs: () => 120_000,
  calls: (participants) => ({ min: participants.length * 2, max: participants.length * 2 }),

  async run(floor, brief) {
    const witnesses = floor.participants;
    const failures = await floor.round("failures", witnesses, (one) =>
      imagineFailure(floor, brief, one),
    );
    const guards = await floor.turns<Guard>("guards", witnesses, (one, earlier) =>
      nameTheGuard(floor, brief, { one, failures, earlier }),
    );
    const votes = guards.spoken.map(({ by, reply }) => ({ by, option: reply.option }));
    const result = tally(votes, { needed: 2, of: 3 });
    await floor.publish("pre-mortem.md", stories(failures));
    const seats = { present: votes.length, expected: witnesses.length, tallies: [result] };
    if (result.carried !== null) {
      return outcome({
        ...seats,
        label: "GUARD_FIRST",
        ending: "decided",
        choice: result.carried,
        summary: result.carried,
      });
    }
    const choices = brief.options.map(({ id, label }) => ({ id, label }));
    const answer = await floor.escalate("choose", {
      question: "Which cause comes first?",
      choices,
    });
    return outcome({
      ...seats,
      label: "CHOSEN",
      ending: "decided",
      choice: answer.choice,
      summary: `${answer.choice}, chosen by ${answer.by}: ${answer.reason}`,
    });
  },
});

function imagineFailure({ fence }: Floor, brief: Brief, { name }: Participant): Ask<Failure> {
  return {
    reply: Failure,
    promptInput: { kind: "pre-mortem.failure", brief },
    prompt: [
      { shared: true, text: text`${FENCE_RULE}\n\n${fence("plan", brief.question)}` },
      {
        shared: false,
        text: text`
          You are the ${name}. A year has passed and the plan has failed. Tell in two sentences how,
          and name the one of these causes it was: ${brief.options.map(({ id, label }) => `${id} ${label}`).join("; ")}.
        `,
      },
    ],
    check: ({ option }) => unknownOption(brief, option),
    says: ({ option, story }) => ({
      position: option,
      confidence: null,
      words: story,
      wouldChange: null,
    }),
  };
}

function nameTheGuard(
  { fence }: Floor,
  brief: Brief,
  around: {
    one: Participant;
    failures: Round<Failure>;
    earlier: Round<Guard>;
  },
): Ask<Guard> {
  const shown = [...around.failures.spoken, ...around.earlier.spoken];
  return {
    reply: Guard,
    promptInput: { kind: "pre-mortem.guard", brief },
    reveals: shown.map(({ key }) => key),
    prompt: [
      { shared: true, text: text`${FENCE_RULE}\n\n${fence("plan", brief.question)}` },
      {
        shared: false,
        text: text`
          ${shown.map(({ by, reply }) => fence(by, JSON.stringify(reply))).join("\n")}

          You are the ${around.one.name}. Which cause should be guarded against first, and why?
        `,
      },
    ],
    check: ({ option }) => unknownOption(brief, option),
    says: ({ option, why }) => ({
      position: option,
      confidence: null,
      words: why,
      wouldChange: null,
    }),
  };
}

function unknownOption(brief: Brief, option: string): { text: string; duty: boolean }[] {
  return brief.options.some(({ id }) => id === option)
    ? []
    : [{ text: `there is no cause "${option}"`, duty: false }];
}

function stories({ spoken }: Round<Failure>): string {
  return spoken.map(({ by, reply }) => `- ${by}: ${reply.option}, ${reply.story}`).join("\n");
}
