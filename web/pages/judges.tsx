/** The page of a debate by the rules of `judges`. */
import { DebatePage } from "../debate-page.tsx";
import { JudgesPanels } from "../floor/rules/judges-panels.tsx";
import { providePanels } from "../floor/rules/panels.tsx";
import { start } from "./start.tsx";

providePanels(JudgesPanels);
start(DebatePage);
