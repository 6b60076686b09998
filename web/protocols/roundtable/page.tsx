/** The page of a debate by the rules of `roundtable`. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { RoundtablePanels } from "./panels.tsx";

registerProtocolPanels(RoundtablePanels);
startPage(DebatePage);
