/** The page with all debates. */
import { Frame } from "../frame.tsx";
import { HomeView } from "../home/home-view.tsx";
import { start } from "./start.tsx";

start(() => (
  <Frame isHome>
    <HomeView />
  </Frame>
));
