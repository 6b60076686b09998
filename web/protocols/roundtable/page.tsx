/** The page of a debate by the rules of `roundtable`. */
import { DebatePage } from "../../debate-page.tsx";
import { startPage } from "../../pages/start.tsx";
import { registerProtocolPanels } from "../panels.tsx";
import { RoundtablePanels } from "./panels.tsx";

registerProtocolPanels(RoundtablePanels);
startPage(DebatePage);
