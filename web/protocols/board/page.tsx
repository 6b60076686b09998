/** The page of a `board` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { BoardPanels } from "./panels.tsx";

registerProtocolParts({
  Panels: BoardPanels,
  listMainTexts: () => ["board-memo.md", "synthesis.md"],
});
startPage(DebatePage);
