/** The page of a debate by the rules of `judges`. */
import { DebatePage } from "../../debate-page.tsx";
import { start } from "../../pages/start.tsx";
import { providePanels } from "../panels.tsx";
import { JudgesPanels } from "./panels.tsx";

providePanels(JudgesPanels);
start(DebatePage);
