/** The page of a debate by the rules of `challenge`. */
import { DebatePage } from "../../debate-page.tsx";
import { start } from "../../pages/start.tsx";
import { providePanels } from "../panels.tsx";
import { ChallengePanels } from "./panels.tsx";

providePanels(ChallengePanels);
start(DebatePage);
