import { describe, expect, test } from "vitest";

import { createTestBrief } from "../../test/support/protocols/judges.ts";
import type { Participant } from "../domain/participant.ts";
import { createFence } from "../kernel/fence.ts";
import type { Ask } from "../protocol.ts";
import {
  askForFiles,
  askForMoreFiles,
  describeWantedFile,
  type EvidenceRequest,
} from "./evidence-request.ts";

const fence = createFence("salt");
const risk: Participant = {
  id: "risk",
  name: "Risk",
  role: "judge",
  stance: "skeptical",
  model: "offline",
  mark: "risk-",
};
const asking = {
  brief: createTestBrief(),
  index: { commit: "3d74f716aa11", files: 2, tree: "README.md 6 bytes\nsrc/\n  sync.ts 2.0 KiB" },
  state: "the working tree on commit 3d74f716aa11",
  bytesEach: 60_000,
  isAskedAgain: false,
};

function joinPrompt({ prompt }: Ask<unknown>): string {
  return `${prompt.map(({ text }) => text).join("\n\n")}\n`;
}

describe("golden prompts, as the model reads them", () => {
  test("K21 which files are needed", async () => {
    await expect(joinPrompt(askForFiles(asking, risk, fence))).toMatchFileSnapshot(
      "__prompts__/evidence.md",
    );
  });

  test("K21 which more are needed, over what the next ask shows", async () => {
    const ask: Ask<EvidenceRequest> = {
      ...askForFiles(asking, risk, fence),
      prompt: [
        { shared: true, text: "What the others said." },
        { shared: false, text: "The task that follows." },
      ],
      reveals: ["openings/value"],
    };
    const more = askForMoreFiles(asking, risk, { ask, fence });

    await expect(joinPrompt(more)).toMatchFileSnapshot("__prompts__/evidence-again.md");
    expect(more.reveals).toEqual(["openings/value"]);
    expect(more.prompt.map(({ shared }) => shared)).toEqual([true, true, false]);
  });
});

test("what was asked for is one line", () => {
  const requests: EvidenceRequest["requests"] = [
    { kind: "file", what: "src/a.ts:10-80", within: "" },
    { kind: "folder", what: "src", within: "" },
    { kind: "search", what: "retry(", within: "src" },
    { kind: "regex", what: "a+", within: "" },
  ];
  const ask = askForFiles(asking, risk, fence);

  expect(requests.map(describeWantedFile)).toEqual([
    "src/a.ts:10-80",
    "the folder src",
    '"retry(" in src',
    "/a+/",
  ]);
  expect(ask.says?.({ requests }).words).toBe(
    'Asks to see src/a.ts:10-80, the folder src, "retry(" in src, /a+/.',
  );
  expect(ask.says?.({ requests: [] }).words).toBe("Asks to see nothing.");
});
