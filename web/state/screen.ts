/** Whether the screen is so small that pictures give way to tables. */
import { signal } from "@preact/signals";

const smallScreenQuery = matchMedia("(max-width: 640px)");

export const isSmallScreen = signal(smallScreenQuery.matches);

smallScreenQuery.addEventListener("change", ({ matches }) => {
  isSmallScreen.value = matches;
});
