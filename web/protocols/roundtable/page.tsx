/** The page of a `roundtable` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { RoundtablePanels } from "./panels.tsx";

registerProtocolPanels(RoundtablePanels);
startPage(DebatePage);
