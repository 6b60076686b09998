/** What is wrong, said before anything else. */
import { connection, story, trouble } from "../state/debate.ts";

export function Troubles() {
  return (
    <>
      {trouble.value !== null && (
        <p class="alert" role="alert">
          {trouble.value}
        </p>
      )}
      {connection.value === "lost" && (
        <p class="alert" role="alert">
          Connection lost, trying again. What is shown is as of event {story.value?.last ?? 0}.
        </p>
      )}
    </>
  );
}
