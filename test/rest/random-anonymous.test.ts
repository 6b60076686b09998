/** R1-R4 over briefs and seats that are hard to keep apart from names: nothing slips through, nothing is seen that is not there. */
import { hash } from "node:crypto";

import { expect, test } from "vitest";

import { dissent, PROTOCOLS } from "../../src/dissent.ts";
import type { Brief } from "../../src/domain/brief.ts";
import { offline } from "../../src/models/offline.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { verified } from "../support/journals/forge-journal.ts";
import { createDice, type Dice } from "../support/protocols/unruly-model.ts";

const RUNS = Math.ceil(Number(process.env["DISSENT_RANDOM_RUNS"] ?? 600) / 10);

const SENTENCES = [
  "An outage of the broker stops every deploy.",
  "Nobody knows who may read the personal data.",
  "Security wants encryption at rest before anything ships.",
  "The contract tests reject a broken schema before it is deployed.",
  "Data loss cannot be undone, and it takes two engineers three weeks.",
  "Value holds up when most customers stay.",
  "The risk judge said that S3 is cheap.",
  "Rollback takes one minute with a feature flag.",
  "**Risk:** high. `code` | table | cells",
  "Most of our revenue comes from 3 of 5 regions.",
  "Everyone agrees that the CTO decides.",
  "Test fails. Operations says no.",
  "40 % of revenue comes from there, says Legal.",
  "Risk is wrong and Effort asks for more.",
  "We plan to move sessions into Redis. A restart logs every customer out.",
  "An attacker could steal tokens. The old table can be switched back.",
];

const SEATS =
  "legal it test-lead voice people position claim round option reply others answer a1".split(" ");
const NAMES = ["IT", "Legal", "The Team", "JSON", "Anna", "Position", "You", "The", "Claim"];

function briefAt(dice: Dice, protocol: string): Brief {
  const text = Array.from({ length: dice.pick([3, 6, 10]) }, () => dice.pick(SENTENCES)).join(" ");
  const most = protocol === "challenge" ? 0 : protocol === "judges" ? 3 : dice.pick([0, 2, 3]);
  return {
    id: "any",
    question: dice.pick(["Should we?", "Do the Risk and the Value judge agree?"]),
    options: ["A", "B", "C"]
      .slice(0, most)
      .map((id) => ({ id, label: `Way ${id}`, description: dice.pick(SENTENCES) })),
    sources: [
      {
        id: "brief",
        title: "brief",
        text,
        sha256: hash("sha256", text),
        bytes: Buffer.byteLength(text),
      },
    ],
    featureName: null,
    featureDir: null,
  };
}

test(`R1-R4 K9 ${RUNS} anonymous debates among seats with awkward names verify, and no reply is refused for a label`, async () => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const dice = createDice(seed);
    const protocol = dice.pick(["judges", "challenge", "board", "roundtable"]);
    const settings = {
      anonymous: dice.chance(60),
      rotate: dice.chance(60),
      one_voice: dice.chance(50),
      ...(/^(?:board|roundtable)$/.test(protocol) && { max_rounds: 3 }),
    };
    const seats = dice.chance(60)
      ? { [dice.pick(SEATS)]: { stance: dice.pick(["calm", "law"]), name: dice.pick(NAMES) } }
      : {};
    const app = dissent({
      store: memoryStore(),
      protocols: PROTOCOLS,
      modelFor: async () => offline(),
    });
    const plan = app.plan(protocol, { brief: briefAt(dice, protocol), settings, seats });
    const id = await app.open(plan, "tester");
    await app.run({ debate: id });
    const { events } = await app.read(id);
    const refused = events.flatMap(({ fact }) =>
      fact.type === "reply-rejected"
        ? fact.problems.filter((one) => /shown|claim|judge/.test(one))
        : [],
    );

    expect((await verified(app, id)).fault, `seed ${seed}`).toBeNull();
    expect(refused, `seed ${seed}`).toEqual([]);
  }
}, 1_200_000);
