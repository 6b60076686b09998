/**
 * Answers that are on their way, by token: one that nobody reads stays in memory until its connection is given up.
 */
import { RetryLaterRefusal } from "../../server/refusal.ts";

export interface InFlightLimit {
  /** Refuses where there are too many; else counted until the answer is closed. */
  enter(key: string, answer: ClosableResponse): void;
}

export interface ClosableResponse {
  once(event: "close", call: () => void): unknown;
}

export function createInFlightLimit(most: number): InFlightLimit {
  const counts = new Map<string, number>();
  return {
    enter(key, answer) {
      const count = counts.get(key) ?? 0;
      if (count >= most) {
        throw new RetryLaterRefusal(
          "too-many-requests",
          "This token asks for too much at once.",
          1,
        );
      }
      counts.set(key, count + 1);
      answer.once("close", () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      });
    },
  };
}
