import { HomeView } from "../home/home-view.tsx";
/** The page with all debates. */
import { PageFrame } from "../page-frame.tsx";
import { startPage } from "./start-page.tsx";

startPage(() => (
  <PageFrame isHome>
    <HomeView />
  </PageFrame>
));
