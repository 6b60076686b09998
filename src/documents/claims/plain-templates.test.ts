import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import { findContradictionsBetween } from "../contradictions/find-contradictions.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";

async function listKinds(first: string, second: string): Promise<string[]> {
  const documents = await parseTestDocuments(`# T\n\n${first}\n`, `# T\n\n${second}\n`);
  const found = await findContradictionsBetween(documents, createEventLoopYielder());
  return found.map(({ kind }) => kind);
}

describe("A9 other languages", () => {
  test.each([
    ["number", "Sitzungen laufen nach 30 Minuten ab.", "Sitzungen laufen nach 60 Minuten ab."],
    ["number", "Der Umzug ist am 3. März 2027.", "Der Umzug ist am 17. März 2027."],
    [
      "number",
      "Die Datei darf höchstens 2.000 Zeilen haben.",
      "Die Datei darf höchstens 500 Zeilen haben.",
    ],
    ["negation", "Die Schnittstelle ist nicht öffentlich.", "Die Schnittstelle ist öffentlich."],
    [
      "negation",
      "Die Telemetrie ist standardmäßig aktiviert.",
      "Die Telemetrie ist standardmäßig deaktiviert.",
    ],
    ["negation", "Der Dienst braucht keine Anmeldung.", "Der Dienst braucht eine Anmeldung."],
    ["number", "访问令牌在15分钟后过期。", "访问令牌在60分钟后过期。"],
    ["negation", "写入接口不支持重试。", "写入接口支持重试。"],
    ["negation", "默认情况下遥测已启用。", "默认情况下遥测已禁用。"],
  ])("%s: %s / %s", async (kind, first, second) => {
    expect(await listKinds(first, second)).toEqual([kind]);
  });

  test.each([
    ["Sitzungen laufen nach 30 Minuten ab.", "Tokens laufen nach 60 Minuten ab."],
    ["Die Details stehen in Abschnitt 3.", "Die Details stehen in Abschnitt 5."],
    ["Die Datei darf höchstens 2.000 Zeilen haben.", "Die Datei darf höchstens 2000 Zeilen haben."],
    ["Der Export dauert etwa 5 Minuten.", "Der Export dauert etwa 9 Minuten."],
    ["Der Dienst ist nicht nur schnell.", "Der Dienst ist schnell."],
    ["详见第3章的说明内容。", "详见第5章的说明内容。"],
    ["系统不仅支持重试还支持回滚。", "系统支持重试还支持回滚。"],
  ])("nothing: %s / %s", async (first, second) => {
    expect(await listKinds(first, second)).toEqual([]);
  });
});
