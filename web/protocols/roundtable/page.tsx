/** The page of a debate by the rules of `roundtable`. */
import { DebatePage } from "../../debate-page.tsx";
import { start } from "../../pages/start.tsx";
import { providePanels } from "../panels.tsx";
import { RoundtablePanels } from "./panels.tsx";

providePanels(RoundtablePanels);
start(DebatePage);
