/** The page of a debate by the rules of `roundtable`. */
import { DebatePage } from "../debate-page.tsx";
import { providePanels } from "../floor/rules/panels.tsx";
import { RoundtablePanels } from "../floor/rules/roundtable-panels.tsx";
import { start } from "./start.tsx";

providePanels(RoundtablePanels);
start(DebatePage);
