import { expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import { holdAnonymous } from "../../../test/support/protocols/anonymous-exchange.ts";
import { createTestBrief, recommends } from "../../../test/support/protocols/judges.ts";
import type { Json } from "../../domain/json.ts";
import { judges } from "../../protocols/judges/protocol.ts";

const OPTIONS: Readonly<Record<string, string>> = { risk: "A", value: "B", effort: "C" };

async function promisesKept(settings: Readonly<Record<string, Json>>): Promise<readonly string[]> {
  const { app, id } = await holdAnonymous({
    protocol: judges,
    brief: createTestBrief(),
    plan: { settings },
    answering: ({ step, seat }) =>
      step === "openings" ? recommends(seat, OPTIONS[seat] ?? "A").reply : undefined,
  });
  const { holds } = await verified(app, id);
  return holds.filter((sentence) => /^\d+ prompts show/.test(sentence));
}

const ANONYMOUS = "3 prompts show others under labels drawn for their reader, and name nobody";
const ROTATED = "3 prompts show others in the order drawn for their reader";
const ONE_VOICE = "3 prompts show each position once, and count nobody";

test.each<[string, Readonly<Record<string, Json>>, readonly string[]]>([
  ["nothing", {}, []],
  ["anonymous", { anonymous: true }, [ANONYMOUS]],
  ["rotate", { rotate: true }, [ROTATED]],
  ["one voice, which hides names too", { one_voice: true }, [ANONYMOUS, ONE_VOICE]],
])(
  "R1-R4 AV3 verify says what holds for the settings of the exchange: %s",
  async (_, settings, kept) => {
    expect(await promisesKept(settings)).toEqual(kept);
  },
);
