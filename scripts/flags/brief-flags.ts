/** The brief check: notes on briefs and pages that people wrote, and on the same with a question that leads or is none. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { BODY_SOURCE, type Brief } from "../../src/domain/brief.ts";
import { listRecordingNames, readRecording } from "../../src/models/recorded/recording.ts";
import type { ProtocolInput } from "../../src/protocol.ts";
import { checkBrief } from "../../src/protocols/brief-check.ts";
import { countRaised, type FlagRate, RECORDINGS, ROOT } from "./recorded-replies.ts";

type CheckedBrief = readonly [Brief, ProtocolInput];

export function measureBriefs(): FlagRate[] {
  const recorded = listRecordingNames(RECORDINGS)
    .map((name) => readRecording(RECORDINGS, name).brief)
    .filter(({ options }) => options.length > 0);
  const pages = globSync("docs/**/*.md", { cwd: ROOT }).map(readPage);
  const honest: readonly CheckedBrief[] = [
    ...recorded.map((brief): CheckedBrief => [brief, "options"]),
    ...pages.map((brief): CheckedBrief => [brief, "plan"]),
  ];
  const planted = recorded.flatMap((brief) =>
    listBadQuestions(brief).map((question): CheckedBrief => [{ ...brief, question }, "options"]),
  );
  const isNoted = ([brief, input]: CheckedBrief): boolean => checkBrief(brief, input).length > 0;
  return [
    {
      rule: "brief check",
      what: "a note before the debate (planted: leading questions, and titles)",
      honest: countRaised(honest, isNoted),
      planted: countRaised(planted, isNoted),
    },
  ];
}

function listBadQuestions({ id, options: [first] }: Brief): string[] {
  const label = first?.label ?? "";
  return [
    id.replaceAll("-", " "),
    `Shouldn't we choose ${label}?`,
    `Should we finally choose ${label}?`,
    `Why is ${label} the better answer?`,
  ];
}

function readPage(path: string): Brief {
  const text = readFileSync(join(ROOT, path), "utf8");
  const sha256 = "0".repeat(64);
  const source = { id: BODY_SOURCE, title: path, sha256, bytes: text.length, text };
  return {
    id: "page",
    question: path,
    options: [],
    sources: [source],
    featureName: null,
    featureDir: null,
  };
}
