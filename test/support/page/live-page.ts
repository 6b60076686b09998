/** A page over models whose words a test hands out, and a reader who looks at it. */
import type { Page } from "playwright-core";

import type { Json } from "../../../src/domain/json.ts";
import { type Project, project } from "../processes/cli.ts";
import { BODY, recommends, responds } from "../protocols/judges.ts";
import { type Watched, watchedPage } from "./browser.ts";
import { type Speakers, speakers } from "./held-replies.ts";
import { type PageProcess, pageAt } from "./page-process.ts";

export const QUESTION = "Should field-app v2 ship with offline sync?";
const SEATS = ["risk", "value", "effort"];

export const FIRST: Readonly<Record<string, Json>> = {
  "openings/risk": recommends("risk", "A").reply,
  "openings/value": recommends("value", "B").reply,
  "openings/effort": recommends("effort", "C").reply,
};
export const SECOND: Readonly<Record<string, Json>> = {
  "responses/risk": responds("risk", "A").reply,
  "responses/value": responds("value", "B").reply,
  "responses/effort": responds("effort", "C").reply,
};

export interface LivePage {
  readonly hand: Speakers;
  readonly at: Project;
  readonly server: PageProcess;
  readonly reader: Watched;
  readonly openDebate: (id: string, hash?: string) => Promise<Page>;
  /** Asks the server for a debate as the form does. */
  readonly started: (seats?: Readonly<Record<string, string>>) => Promise<string>;
}

export async function livePage(): Promise<LivePage> {
  const hand = await speakers();
  const seated = SEATS.map((seat) => `  ${seat}: hand/${seat}`).join("\n");
  const at = project({ "dissent.yaml": `${hand.endpoint}participants:\n${seated}\n` });
  const server = await pageAt(at);
  const reader = await watchedPage(server.origin);
  await reader.page.goto(server.address);
  return {
    hand,
    at,
    server,
    reader,
    openDebate: async (id, hash = "") => {
      const { page } = reader;
      await page.goto(`${server.origin}/debates/${id}${hash}`);
      await page.getByRole("banner").waitFor();
      return page;
    },
    started: async (seats = {}) => {
      const options = ["A", "B", "C"].map((id) => ({ id, label: `Option ${id}` }));
      const common = { protocol: "judges", question: QUESTION, options, body: BODY };
      const answer = await server.post("/api/debates", { ...common, seats, agreedUsd: 1 });
      return ((await answer.json()) as { id: string }).id;
    },
  };
}

export function idIn(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
}
