/** The page of a debate by rules that have no panels here. */
import { DebatePage } from "./debate-page.tsx";
import { startPage } from "./start-page.tsx";

startPage(DebatePage);
