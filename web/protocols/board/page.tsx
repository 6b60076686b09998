/** The page of a debate by the rules of `board`. */
import { DebatePage } from "../../debate-page.tsx";
import { start } from "../../pages/start.tsx";
import { providePanels } from "../panels.tsx";
import { BoardPanels } from "./panels.tsx";

providePanels(BoardPanels);
start(DebatePage);
