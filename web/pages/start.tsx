/** Where a page begins. */
import { type ComponentType, render } from "preact";

import "../style/page.css";
import { begin } from "../state/begin.ts";
import { beginMe } from "../state/me.ts";
import { beginTheme } from "../state/theme.ts";
import { beginTitle } from "../state/title.ts";

export function start(Page: ComponentType): void {
  const root = document.getElementById("page");
  if (!root) return;
  beginTheme();
  beginMe();
  begin();
  beginTitle();
  render(<Page />, root);
}
