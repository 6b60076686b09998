/** Cases with the first question of a real debate: nested fields, and quotes that are checked word for word. */
import { systemClock } from "../../../clock.ts";
import type { Json } from "../../../domain/json.ts";
import type { TrialQuestion } from "../../../kernel/trial-question.ts";
import { callModelOnce } from "../../../models/call-model-once.ts";
import { offline } from "../../../models/offline.ts";
import type { ConformanceBench } from "../conformance-bench.ts";
import {
  type CaseResult,
  type ConformanceCase,
  reportCaseFailed,
  reportCaseNotApplicable,
  reportCasePassed,
} from "../conformance-case.ts";
import { formatCaseError, formatCaseSeconds } from "../conformance-expectations.ts";

export const debateCases: readonly ConformanceCase[] = [
  {
    id: "debate-question",
    title: "brings back the answer to a debate's question whole, its quotes word for word",
    run: (bench) => withTrialQuestion(bench, checkDebateAnswer),
  },
  {
    id: "reply-shape",
    title: "tells its model which reply is wanted, field by field",
    run: (bench) => withTrialQuestion(bench, checkShapeArrived),
  },
];

type TrialCheck = (bench: ConformanceBench, trial: TrialQuestion) => Promise<CaseResult>;

async function withTrialQuestion(bench: ConformanceBench, check: TrialCheck): Promise<CaseResult> {
  return bench.trial
    ? check(bench, bench.trial)
    : reportCaseNotApplicable("no question of a debate was given");
}

/** The vendor answers as the built-in reader would, which quotes what the brief marks. */
async function checkDebateAnswer(
  { ask }: ConformanceBench,
  trial: TrialQuestion,
): Promise<CaseResult> {
  const reply = JSON.parse(await readOfflineReply(trial)) as Json;
  const { text, error, tookMs } = await ask({ rules: [{ do: { reply } }] }, { trial });
  if (text === undefined) return reportCaseFailed(`no answer: ${formatCaseError(error)}`);
  const problems = trial.findProblems(text);
  return problems.length === 0
    ? reportCasePassed(formatCaseSeconds(tookMs))
    : reportCaseFailed(`a debate could not use it: ${problems.join("; ")}`);
}

/** The vendor knows nothing but what arrives: it builds its reply from the shape that it is told. */
async function checkShapeArrived(
  { ask }: ConformanceBench,
  trial: TrialQuestion,
): Promise<CaseResult> {
  const { text, error } = await ask({ answers: {} }, { trial });
  if (text === undefined) return reportCaseFailed(`no answer: ${formatCaseError(error)}`);
  return trial.hasWantedShape(text)
    ? reportCasePassed()
    : reportCaseFailed("its model was not told the shape of the reply, in the prompt or beside it");
}

async function readOfflineReply(trial: TrialQuestion): Promise<string> {
  const reader = offline();
  const setting = { clock: systemClock, deadlineMs: 60_000 };
  const { text, error } = await callModelOnce(reader, trial.createRequest(reader.id), setting);
  if (text === undefined) throw error instanceof Error ? error : new TypeError("no reply");
  return text;
}
