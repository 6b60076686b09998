/** The page of a debate by the rules of `board`. */
import { DebatePage } from "../../debate-page.tsx";
import { startPage } from "../../pages/start.tsx";
import { registerProtocolPanels } from "../panels.tsx";
import { BoardPanels } from "./panels.tsx";

registerProtocolPanels(BoardPanels);
startPage(DebatePage);
