/** The page with all debates. */
import { CompareView } from "../compare/compare-view.tsx";
import { HomeView } from "../home/home-view.tsx";
import { StatisticsView } from "../home/statistics-view.tsx";
import { currentRoute } from "../state/page-route.ts";
import { PageFrame } from "./page-frame.tsx";
import { startPage } from "./start-page.tsx";

startPage(() => (
  <PageFrame isHome>
    <HomeContent />
  </PageFrame>
));

function HomeContent() {
  const { view } = currentRoute.value;
  if (view === "compare") return <CompareView />;
  return view === "statistics" ? <StatisticsView /> : <HomeView />;
}
