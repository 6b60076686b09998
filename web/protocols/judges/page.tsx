/** The page of a debate by the rules of `judges`. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { JudgesPanels } from "./panels.tsx";

registerProtocolPanels(JudgesPanels);
startPage(DebatePage);
