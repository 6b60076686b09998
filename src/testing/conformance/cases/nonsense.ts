/** Cases in which something other than an answer comes back. */
import { type ConformanceCase, reportCaseFailed } from "../conformance-case.ts";
import { expectNoAnswer } from "../conformance-expectations.ts";

export const nonsenseCases: readonly ConformanceCase[] = [
  {
    id: "prose",
    title: "prose in place of JSON is not counted",
    run: async ({ ask }) => expectNoAnswer(await ask({ rules: [{ do: "prose" }] })),
  },
  {
    id: "garbage",
    title: "garbage is not counted, and moves no cursor",
    async run({ ask }) {
      const happened = await ask({ rules: [{ do: "garbage" }] });
      const { error } = happened;
      return error instanceof Error && /[\u0000-\u0008\u001b\u202e]/.test(error.message)
        ? reportCaseFailed("control characters are in the error")
        : expectNoAnswer(happened);
    },
  },
  {
    id: "html",
    title: "a page of HTML with status 200 is not counted",
    run: async ({ ask }) =>
      expectNoAnswer(await ask({ rules: [{ do: "html" }] }, { patienceMs: 20_000 })),
  },
  {
    id: "empty",
    title: "an empty answer is not counted",
    run: async ({ ask }) =>
      expectNoAnswer(await ask({ rules: [{ do: "empty" }] }, { patienceMs: 20_000 })),
  },
];
