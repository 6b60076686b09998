/** Reads a script for `scripted/<file>`: YAML or JSON that says what each seat does at each step. */
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import { parseMarkup } from "../parse-markup.ts";

const scriptJsonValue = z.json();

const scriptedBehaviour = z.union([
  z.strictObject({ reply: scriptJsonValue }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ hang: z.literal(true) }),
  z.strictObject({ crash: z.string() }),
  z.strictObject({ refuse: z.string() }),
  z.strictObject({ flood: z.int().positive() }),
  z.strictObject({
    slow: z.strictObject({
      chunks: z.int().positive(),
      everyMs: z.int().nonnegative(),
      reply: scriptJsonValue,
    }),
  }),
]);

const ScriptSchema = z.record(
  z.string(),
  z.union([scriptedBehaviour, z.array(scriptedBehaviour).min(1)]),
);

export function parseModelScript(text: string, file: string): z.infer<typeof ScriptSchema> {
  const written: Json | undefined = parseMarkup(text, { file, code: "bad-cassette" }).value;
  const parsed = ScriptSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  const step = String(parsed.error.issues[0]?.path[0] ?? "the script");
  throw new SetupError(
    "bad-cassette",
    `${file}: ${step} is not one of reply, text, hang, crash, refuse, slow, flood.`,
    {
      hint: "Give each step key, such as openings/risk, one behaviour or a list with one per attempt.",
    },
  );
}
