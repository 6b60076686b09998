/** The page of a debate by the rules of `challenge`. */
import { DebatePage } from "../../debate-page.tsx";
import { startPage } from "../../pages/start.tsx";
import { registerProtocolPanels } from "../panels.tsx";
import { ChallengePanels } from "./panels.tsx";

registerProtocolPanels(ChallengePanels);
startPage(DebatePage);
