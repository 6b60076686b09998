/** The bar on top: where all debates are, the views of this one, help and theme. */
import { Button } from "../kit/button.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import { BrandMark, ThemeMark } from "../kit/icons.tsx";
import { homeAddress } from "../state/page-context.ts";
import { buildViewAddress, currentRoute, VIEWS } from "../state/page-route.ts";
import { toggleTheme } from "../state/page-theme.ts";
import { openHelpDialog } from "./help-dialog.tsx";
import { CurrentPersonMenu } from "./who-am-i.tsx";

export function TopBar({ isHome }: { isHome: boolean }) {
  return (
    <header class="top">
      <div class="wrap">
        <BrandLink />
        {isHome ? <span class="sp" /> : <ViewTabs />}
        <span class="tools">
          <CurrentPersonMenu />
          <Button label="Keys and help" onPress={openHelpDialog} class="hide-s">
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

function BrandLink() {
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

function ViewTabs() {
  const { view } = currentRoute.value;
  return (
    <nav aria-label="Views of this debate" class="sp">
      <ul class="tabs">
        {VIEWS.map((one) => (
          <li key={one}>
            <a href={buildViewAddress(one)} aria-current={one === view ? "page" : undefined}>
              {capitalizeText(one)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
