/** The page of a debate by the rules of `challenge`. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { ChallengePanels } from "./panels.tsx";

registerProtocolPanels(ChallengePanels);
startPage(DebatePage);
