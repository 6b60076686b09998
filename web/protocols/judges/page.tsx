/** The page of a debate by the rules of `judges`. */
import { DebatePage } from "../../debate-page.tsx";
import { startPage } from "../../pages/start.tsx";
import { registerProtocolPanels } from "../panels.tsx";
import { JudgesPanels } from "./panels.tsx";

registerProtocolPanels(JudgesPanels);
startPage(DebatePage);
