/** Whether the screen is so small that pictures give way to tables. */
import { signal } from "@preact/signals";

const small = matchMedia("(max-width: 640px)");

export const isSmall = signal(small.matches);

small.addEventListener("change", ({ matches }) => {
  isSmall.value = matches;
});
