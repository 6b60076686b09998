/** The page of a debate whose protocol has no panels here. */
import { DebatePage } from "./debate-page.tsx";
import { startPage } from "./start-page.tsx";

startPage(DebatePage);
