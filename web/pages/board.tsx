/** The page of a debate by the rules of `board`. */
import { DebatePage } from "../debate-page.tsx";
import { BoardPanels } from "../floor/rules/board-panels.tsx";
import { providePanels } from "../floor/rules/panels.tsx";
import { start } from "./start.tsx";

providePanels(BoardPanels);
start(DebatePage);
