/** What follows the word "paused" wherever a pause is told. */

/** The kernel records `paused` and `dropped` for a person's wish, and says what happened otherwise. */
export function describePause(detail: string): string {
  if (detail === "paused" || detail === "") return " on request";
  if (detail === "dropped") {
    return " on request; turns in flight were dropped and will be asked again";
  }
  return `: ${detail}`;
}
