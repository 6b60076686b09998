/** The page of a `challenge` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { ChallengePanels } from "./panels.tsx";

registerProtocolPanels(ChallengePanels);
startPage(DebatePage);
