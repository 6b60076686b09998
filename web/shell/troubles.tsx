/** What is wrong, said before anything else. */
import { serverConnection, debateTimeline, pageProblem } from "../state/debate-state.ts";

export function PageProblemNotes() {
  return (
    <>
      {pageProblem.value !== null && (
        <p class="alert" role="alert">
          {pageProblem.value}
        </p>
      )}
      {serverConnection.value === "lost" && (
        <p class="alert" role="alert">
          Connection lost, trying again. What is shown is as of event{" "}
          {debateTimeline.value?.last ?? 0}.
        </p>
      )}
    </>
  );
}
