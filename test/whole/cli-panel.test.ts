/** A panel that fits the question: proposed by a model, agreed to by a person, on record. */
import { expect, test } from "vitest";

import {
  expectRefusal,
  journal,
  NO_TERMINAL,
  run,
  scriptedProject,
  startInTerminal,
} from "../support/processes/cli.ts";

const PROPOSAL = {
  preset: null,
  add: [
    {
      id: "Data Protection",
      name: "Data protection",
      asks: "Whose data lies on a lost phone?",
      why: "the brief speaks of crews and their phones",
    },
  ],
};

const SCRIPT = {
  "panel/draft": { reply: PROPOSAL },
  "*": { crash: "nobody is there" },
};

function place() {
  const at = scriptedProject(SCRIPT);
  at.write("dissent.yaml", "protocol: roundtable\npanel: [scripted/script.json]\n");
  return at;
}

test("a proposed seat sits, and who proposed it and who agreed is in the journal", async () => {
  const at = place();

  const { stderr } = await run(at, ["run", "q.md", "--propose-panel", "--yes"]);
  const [opened] = await journal(at);

  expect(stderr).toContain("data-protection: Whose data lies on a lost phone?");
  expect(opened).toMatchObject({
    type: "debate-opened",
    panel: {
      proposedBy: "scripted/script.json",
      agreedBy: expect.stringMatching(/./),
      preset: null,
      seats: [{ id: "data-protection", why: "the brief speaks of crews and their phones" }],
    },
  });
  const participants = opened?.["participants"] as { id: string; stance: string }[];
  expect(participants.find(({ id }) => id === "data-protection")?.stance).toBe(
    "Whose data lies on a lost phone?",
  );
});

test.skipIf(NO_TERMINAL).each([
  ["Enter takes all of them", "\n", ["data-protection", "crews"]],
  ["an id leaves that one out", "crews\n", ["data-protection"]],
  ["n keeps the usual seats", "n\n", null],
])("on a terminal %s", async (_, typed, seats) => {
  const crews = { id: "crews", name: "Crews", asks: "Who carries it?", why: "crews are named" };
  const at = scriptedProject({
    ...SCRIPT,
    "panel/draft": { reply: { ...PROPOSAL, add: [...PROPOSAL.add, crews] } },
  });
  at.write("dissent.yaml", "protocol: roundtable\npanel: [scripted/script.json]\n");

  const shell = startInTerminal(at, ["run", "q.md", "--propose-panel"], { columns: 160 });
  await shell.said(/or the ids to leave out:/);
  shell.child.stdin?.write(typed);
  await shell.ended;
  const [opened] = await journal(at);

  if (seats === null) expect(opened).not.toHaveProperty("panel");
  else
    expect(opened).toMatchObject({
      panel: { agreedBy: expect.stringMatching(/./), seats: seats.map((id) => ({ id })) },
    });
});

test.each([
  {
    where: "nobody can agree to it",
    flags: ["--propose-panel"],
    says: /needs a person who agrees/,
    as: "needs-confirmation",
  },
  {
    where: "the seats are fixed",
    flags: ["--propose-panel", "--yes", "-p", "judges"],
    says: /seats of judges are fixed/,
    as: "usage",
  },
  {
    where: "specialists are named",
    flags: ["--propose-panel", "--specialists", "ux"],
    says: /both say who sits/,
    as: "usage",
  },
])("it is refused in one line where $where, and nothing is asked", async ({ flags, says, as }) => {
  expectRefusal(await run(place(), ["run", "q.md", ...flags]), { says, as });
});
