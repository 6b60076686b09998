/** The bar on top: where all debates are, the views of this one, help and theme. */
import { Button } from "../kit/button.tsx";
import { BrandMark, ThemeMark } from "../kit/icons.tsx";
import { capital } from "../kit/words.ts";
import { homeAddress } from "../state/place.ts";
import { addressOf, route, VIEWS } from "../state/route.ts";
import { toggleTheme } from "../state/theme.ts";
import { openHelp } from "./help-dialog.tsx";
import { WhoAmI } from "./who-am-i.tsx";

export function TopBar({ isHome }: { isHome: boolean }) {
  return (
    <header class="top">
      <div class="wrap">
        <Brand />
        {isHome ? <span class="sp" /> : <Tabs />}
        <span class="tools">
          <WhoAmI />
          <Button label="Keys and help" onPress={openHelp} class="hide-s">
            ?
          </Button>
          <Button label="Light or dark" onPress={toggleTheme}>
            <ThemeMark />
          </Button>
        </span>
      </div>
    </header>
  );
}

function Brand() {
  const address = homeAddress.value;
  const inside = (
    <>
      <BrandMark />
      <span>Dissent</span>
    </>
  );
  return address === null ? (
    <span class="brand">{inside}</span>
  ) : (
    <a class="brand" href={address} aria-label="Dissent, all debates">
      {inside}
    </a>
  );
}

function Tabs() {
  const { view } = route.value;
  return (
    <nav aria-label="Views of this debate" class="sp">
      <ul class="tabs">
        {VIEWS.map((one) => (
          <li key={one}>
            <a href={addressOf(one)} aria-current={one === view ? "page" : undefined}>
              {capital(one)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
