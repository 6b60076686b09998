/** The page of a `challenge` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { ChallengePanels } from "./panels.tsx";

registerProtocolParts({ Panels: ChallengePanels, listMainTexts: () => ["consensus.md"] });
startPage(DebatePage);
