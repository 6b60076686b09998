/** Where a page begins. */
import { type ComponentType, render } from "preact";

import "../style/page.css";
import { loadPage } from "../state/load-page.ts";
import { readCurrentPerson } from "../state/me.ts";
import { initializeTheme } from "../state/page-theme.ts";
import { syncPageTitle } from "../state/title.ts";

export function startPage(Page: ComponentType): void {
  const root = document.getElementById("page");
  if (!root) return;
  initializeTheme();
  readCurrentPerson();
  loadPage();
  syncPageTitle();
  render(<Page />, root);
}
