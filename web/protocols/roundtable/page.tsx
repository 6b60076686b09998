/** The page of a `roundtable` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { RoundtablePanels } from "./panels.tsx";
import { riskAcceptance } from "./risks-field.tsx";

registerProtocolParts({
  Panels: RoundtablePanels,
  listMainTexts: () => ["adr.md", "debate.md"],
  answerSupplement: riskAcceptance,
});
startPage(DebatePage);
