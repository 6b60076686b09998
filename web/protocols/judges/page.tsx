/** The page of a `judges` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { JudgesPanels } from "./panels.tsx";

registerProtocolParts({
  Panels: JudgesPanels,
});
startPage(DebatePage);
