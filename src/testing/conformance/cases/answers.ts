/** Cases in which all is well: the model answers, names itself, and takes a long question completely. */
import { ModelError } from "../../../model.ts";
import {
  type ConformanceCase,
  reportCaseFailed,
  reportCaseNotApplicable,
  reportCasePassed,
} from "../conformance-case.ts";
import { expectAnswered, formatCaseSeconds } from "../conformance-expectations.ts";

export const answerCases: readonly ConformanceCase[] = [
  {
    id: "answers",
    title: "answers a question in JSON",
    run: async ({ ask }) => expectAnswered(await ask({})),
  },
  {
    id: "stdin-closed",
    title: "gets its question on a standard input that is closed behind it, and ends",
    only: "agent",
    async run({ ask, subject, processes }) {
      const happened = await ask({});
      const finding = expectAnswered(happened);
      if (finding.status !== "pass") return finding;
      await subject.gone();
      const left = processes();
      if (left === undefined) return reportCasePassed("ended; processes cannot be counted here");
      return left.length === 0
        ? reportCasePassed()
        : reportCaseFailed(`still there: ${left[0]?.command}`);
    },
  },
  {
    id: "served",
    title: "says which model answered, or nothing; another than was asked for has no voice",
    async run({ ask }) {
      const happened = await ask({ serves: SERVED });
      const { error, served } = happened;
      const isRejected = error instanceof ModelError && error.reason === "another-model";
      const finding = isRejected ? reportCasePassed("another-model") : expectAnswered(happened);
      if (finding.status !== "pass") return finding;
      const claimed = served?.model ?? null;
      if (claimed === null)
        return reportCaseNotApplicable("it does not say, and nothing is claimed for it");
      return claimed === SERVED
        ? finding
        : reportCaseFailed(`it claims ${claimed}, and ${SERVED} answered`);
    },
  },
  {
    id: "long-prompt",
    title: "takes a prompt of 200 KB whole",
    async run({ ask }) {
      const happened = await ask({}, { more: LONG });
      const finding = expectAnswered(happened);
      if (finding.status !== "pass") return finding;
      const whole = happened.questions.some(({ prompt }) => prompt.includes(LONG));
      return whole
        ? reportCasePassed(formatCaseSeconds(happened.tookMs))
        : reportCaseFailed("not all of it arrived");
    },
  },
];

const SERVED = "conformance-served-model";

/** Lines that differ, so that a missing one is missed. */
const LONG = Array.from(
  { length: 2_600 },
  (_, index) =>
    `${String(index).padStart(5, "0")} ${"the quick brown fox jumps over it ".repeat(2)}ends`,
).join("\n");
