/** Protocols for fleets under test, known by name to the tests and to the workers they start. */
import type { Protocol } from "../../../src/protocol.ts";
import { askFor, ended, probe } from "../protocols/probe-protocol.ts";

/** One round of the three seats, then one each. */
const talk = probe(
  async (floor) => {
    const first = await floor.round("first", floor.participants, () => askFor("Speak."));
    const second = await floor.turns("second", floor.participants, () => askFor("Speak again."));
    const words = [...first.spoken, ...second.spoken].map(({ by, reply }) => `${by}:${reply.say}`);
    return ended(words.join(" "));
  },
  { id: "talk" },
);

/** Branches of several steps each, side by side: whose answer is whose is told by the key alone. */
const branches = probe(
  async (floor) => {
    const [ann] = floor.participants;
    if (!ann) throw new TypeError("Nobody is there.");
    const branch = async (name: string, steps: number): Promise<string> => {
      const said: string[] = [];
      for (let step = 1; step <= steps; step++) {
        const turn = await floor.ask(`${name}-${step}`, ann, askFor(`${name}, step ${step}.`));
        said.push(turn.kind === "spoken" ? turn.reply.say : turn.reason);
      }
      return said.join(" ");
    };
    const all = await Promise.all([
      branch("alpha", 4),
      branch("beta", 1),
      branch("gamma", 3),
      branch("delta", 5),
    ]);
    return ended(all.join(" | "));
  },
  { id: "branches" },
);

/** What they come to where each step says its own name. */
export const BRANCHES_SAY =
  "alpha-1 alpha-2 alpha-3 alpha-4 | beta-1 | gamma-1 gamma-2 gamma-3 | delta-1 delta-2 delta-3 delta-4 delta-5";

/** Asks a person between two rounds of models. */
const gate = probe(
  async (floor) => {
    const before = await floor.round("before", floor.participants, () => askFor("Speak."));
    const { choice } = await floor.escalate("which", {
      question: "Which way?",
      choices: [
        { id: "left", label: "Left" },
        { id: "right", label: "Right" },
      ],
    });
    const after = await floor.round("after", floor.participants, () => askFor("Speak again."));
    return ended(`${before.spoken.length} ${choice} ${after.spoken.length}`);
  },
  { id: "gate" },
);

/** What the next release of `talk` would be. */
const talkAnew: Protocol = { ...talk, version: 2, run: async () => ended("the new rules") };

/** Meets a defect after its first round. */
const broken = probe(
  async (floor) => {
    await floor.round("first", floor.participants, () => askFor("Speak."));
    throw new RangeError("a defect in the rules");
  },
  { id: "broken" },
);

export const FLEET_PROBES: Readonly<Record<string, Protocol>> = {
  "talk@1": talk,
  "talk@2": talkAnew,
  "branches@1": branches,
  "gate@1": gate,
  "broken@1": broken,
};
