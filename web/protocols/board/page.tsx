/** The page of a `board` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { BoardPanels } from "./panels.tsx";

registerProtocolPanels(BoardPanels);
startPage(DebatePage);
