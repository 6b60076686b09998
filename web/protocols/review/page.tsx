/** The page of a `review` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { ReviewPanels } from "./panels.tsx";

registerProtocolParts({ Panels: ReviewPanels, listMainTexts: () => ["review.md"] });
startPage(DebatePage);
