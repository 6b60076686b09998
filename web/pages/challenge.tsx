/** The page of a debate by the rules of `challenge`. */
import { DebatePage } from "../debate-page.tsx";
import { ChallengePanels } from "../floor/rules/challenge-panels.tsx";
import { providePanels } from "../floor/rules/panels.tsx";
import { start } from "./start.tsx";

providePanels(ChallengePanels);
start(DebatePage);
