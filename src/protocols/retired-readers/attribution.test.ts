import { expect, test } from "vitest";

import { attribute, signaturesOf } from "./attribution.ts";
import { passagesOf } from "./passages.ts";

const OPTIONS = signaturesOf([
  { id: "A", label: "Online only, with a retry queue", description: "" },
  { id: "B", label: "Full offline-first sync", description: "" },
  {
    id: "C",
    label: "Limited offline: read and drafts",
    description: "Storage on the phone, sent in the evening.",
  },
]);

function optionsOf(text: string): string[] {
  const passages = passagesOf("brief", text);
  const attributed = attribute(passages, OPTIONS);
  return passages.map((passage) => (attributed.get(passage) ?? []).join(""));
}

test.each([
  ["Option B needs a server.", ["B"]],
  ["A needs a server.", ["A"]],
  ["A queue needs a server.", ["A"]],
  ["A server needs power.", [""]],
  ["We prefer B if it is safe.", ["B"]],
  ["Series A closes soon. Plan B is ready.", ["", ""]],
  ["Limited offline is cheaper than full offline-first sync.", ["C"]],
  ["Drafts are lost with the phone.", ["C"]],
  ["Storage is sent in the evening.", ["C"]],
  ["Two engineers, one quarter.", [""]],
  ["Option B is new. It takes long.", ["B", "B"]],
  ["B: nobody here has run it.", ["B"]],
  ["- **Full offline-first sync** – nobody here has built it.", ["B"]],
  ["## Full offline-first sync\n\nNobody here has built it. Crews gain time.", ["B", "B"]],
])("%s", (text, options) => {
  expect(optionsOf(text)).toEqual(options);
});

test("a name is the label up to its first comma or colon, unless two options share it", () => {
  expect(OPTIONS.map(({ name }) => name)).toEqual([
    "Online only",
    "Full offline-first sync",
    "Limited offline",
  ]);
  const alike = ["Plan: fast", "Plan: slow"].map((label, index) => ({
    id: `${index}`,
    label,
    description: "",
  }));
  expect(signaturesOf(alike).map(({ name }) => name)).toEqual(["Plan: fast", "Plan: slow"]);
});
