/** The page of a `judges` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { JudgesPanels } from "./panels.tsx";

registerProtocolPanels(JudgesPanels);
startPage(DebatePage);
