/** Reads a script for `scripted/<file>`: YAML or JSON that says what each seat does at each step. */
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import { parseMarkup } from "../yaml.ts";

const json = z.json();

const behaviour = z.union([
  z.strictObject({ reply: json }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ hang: z.literal(true) }),
  z.strictObject({ crash: z.string() }),
  z.strictObject({ refuse: z.string() }),
  z.strictObject({ flood: z.int().positive() }),
  z.strictObject({
    slow: z.strictObject({
      chunks: z.int().positive(),
      everyMs: z.int().nonnegative(),
      reply: json,
    }),
  }),
]);

const Script = z.record(z.string(), z.union([behaviour, z.array(behaviour).min(1)]));

export function parseScript(text: string, file: string): z.infer<typeof Script> {
  const written: Json | undefined = parseMarkup(text, { file, code: "bad-cassette" }).value;
  const parsed = Script.safeParse(written);
  if (parsed.success) return parsed.data;
  const step = String(parsed.error.issues[0]?.path[0] ?? "the script");
  throw new SetupError(
    "bad-cassette",
    `${file}: ${step} is none of reply, text, hang, crash, refuse, slow, flood.`,
    {
      hint: "Give each step key, such as openings/risk, one behaviour or a list with one per attempt.",
    },
  );
}
