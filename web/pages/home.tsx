/** The page with all debates. */
import { PageFrame } from "../frame.tsx";
import { HomeView } from "../home/home-view.tsx";
import { startPage } from "./start.tsx";

startPage(() => (
  <PageFrame isHome>
    <HomeView />
  </PageFrame>
));
