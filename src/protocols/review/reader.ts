/**
 * The built-in reader of `review`: it needs no model and decides nothing. It reports conflict markers that the change
 * adds, and can tell nothing else.
 */
import type { PromptInput } from "../../model.ts";
import type {
  AnswerInput,
  DefendInput,
  ExamineInput,
  FindInput,
  RuleInput,
} from "./prompts/prompt-input.ts";
import type {
  AuthorReply,
  DefenceReply,
  FiledFinding,
  ReviewFindingsReply,
  VerdictsReply,
} from "./replies.ts";

const READER = "This is a built-in reader: it looks for conflict markers and weighs nothing.";

function find({ part }: FindInput): ReviewFindingsReply {
  const findings = part.pieces.flatMap(({ file, lines }) =>
    lines.flatMap((line): FiledFinding[] => {
      if (line.sign !== "+" || line.new === null || !/^(?:<{7}|>{7}) /.test(line.text)) return [];
      return [
        {
          file: file.path,
          side: "new",
          first_line: line.new,
          last_line: line.new,
          quote: line.text,
          severity: "blocker",
          claim: "A conflict marker was left in the file.",
          scenario: "Whatever reads the file meets the marker instead of what belongs there.",
          suggestion: "Resolve the conflict.",
          replacement: null,
          evidence: [],
        },
      ];
    }),
  );
  return { findings: findings.slice(0, 3), looked_at: READER };
}

function examine({ findings }: ExamineInput | RuleInput): VerdictsReply {
  return {
    verdicts: findings.map(({ id }) => ({
      finding: id,
      verdict: "cannot tell",
      severity: null,
      reason: READER,
      evidence: [],
    })),
  };
}

function answer({ findings }: AnswerInput): AuthorReply {
  return {
    answers: findings.map(({ id }) => ({
      finding: id,
      answer: "partial",
      reason: `${READER} A person has to look at ${id}.`,
      evidence: [],
    })),
  };
}

function defend({ findings }: DefendInput): DefenceReply {
  return {
    defences: findings.map(({ id }) => ({
      finding: id,
      choice: "maintain",
      reason: `The line that ${id} quotes is still in the change.`,
      evidence: [],
    })),
  };
}

/** Each ask by its kind; the input is the one the ask was made with. */
export const reviewReaders: Readonly<Record<string, (input: PromptInput) => unknown>> = {
  "review.find": (input) => find(input as unknown as FindInput),
  "review.examine": (input) => examine(input as unknown as ExamineInput),
  "review.answer": (input) => answer(input as unknown as AnswerInput),
  "review.defend": (input) => defend(input as unknown as DefendInput),
  "review.rule": (input) => examine(input as unknown as RuleInput),
};
