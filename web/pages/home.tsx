/** The page with all debates. */
import { HomeView } from "../home/home-view.tsx";
import { PageFrame } from "./page-frame.tsx";
import { startPage } from "./start-page.tsx";

startPage(() => (
  <PageFrame isHome>
    <HomeView />
  </PageFrame>
));
