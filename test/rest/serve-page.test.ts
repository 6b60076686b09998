/** The page of a team in a real browser: logging in, what a token does not allow, logging out. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeAll, describe, expect } from "vitest";

import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";
import { expectAccessible, test, type Watched, watchedPage } from "../support/page/browser.ts";
import { START } from "../support/page/page-server.ts";
import { type Project, project, run } from "../support/processes/cli.ts";
import { environmentFor, serveAt, type ServeProcess } from "../support/team/serve-process.ts";

let at: Project;
let url: string;
let server: ServeProcess;
let root: string;
let debate: string;
let waiting: string;
const readers: Watched[] = [];

async function createToken(person: string, scopes: string): Promise<string> {
  const args = ["tokens", "create", "--person", person, "--scope", scopes];
  return (await run(at, args, { env: environmentFor(url) })).stdout.trim();
}

async function reader(viewing: Parameters<typeof watchedPage>[1] = {}): Promise<Watched> {
  const watched = await watchedPage(server.origin, viewing);
  readers.push(watched);
  return watched;
}

async function logIn({ page }: Watched, token: string, path = "/"): Promise<void> {
  await page.goto(`${server.origin}${path}`);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function started(more: object = {}): Promise<string> {
  return (await server.post<{ id: string }>(root, "/api/debates", { ...START, ...more })).id;
}

afterEach(async () => {
  for (const { context, faults } of readers.splice(0)) {
    // the browser says of itself that it was refused
    expect(faults.filter((fault) => !/status of 40[13]/.test(fault))).toEqual([]);
    await context.close();
  }
});

describe.skipIf(NO_POSTGRES !== undefined)("the page of a team", () => {
  beforeAll(async () => {
    at = project();
    url = createTestSchema(await postgres());
    server = await serveAt(at, url, { args: ["--workers", "1"] });
    root = server.first ?? "";
    debate = await started();
    waiting = await started({ seats: { risk: "person" } });
    for (const [id, last] of [
      [debate, "debate-settled"],
      [waiting, "answer-awaited"],
    ] as const) {
      const stream = await server.events(root, id);
      await stream.until(({ data }) => JSON.stringify(data).includes(last));
      stream.leave();
    }
  });

  test.each([
    ["light", false],
    ["dark", true],
  ] as const)(
    "asks for the token, can be read by everyone, and looks right: %s",
    async (scheme, phone) => {
      const watched = await reader({ scheme, phone });
      const { page } = watched;
      await page.goto(`${server.origin}/debates/${debate}`);
      await page.getByRole("heading", { name: "Dissent" }).waitFor();
      await expectAccessible(page);
      const shots = process.env["DISSENT_SHOTS"];
      if (shots !== undefined) await page.screenshot({ path: `${shots}/log-in-${scheme}.png` });
      await page.getByLabel("Token").fill("dissent_wrong");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").getByText("This token is not known here").waitFor();
      await expectAccessible(page);
      if (shots !== undefined) await page.screenshot({ path: `${shots}/refused-${scheme}.png` });
      await page.getByLabel("Token").fill(root);
      await page.keyboard.press("Enter");
      // to where the person wanted to go
      await page.getByRole("region", { name: "Outcome" }).waitFor();
      expect(page.url()).toContain(`/debates/${debate}`);
      expect(await page.evaluate("document.cookie")).toBe("");
      if (shots !== undefined) await page.screenshot({ path: `${shots}/debate-${scheme}.png` });
    },
  );

  test("whoever may do everything is offered everything, by name", async () => {
    const watched = await reader();
    const { page } = watched;
    await logIn(watched, root);
    await page.getByRole("button", { name: "Start a debate" }).waitFor();
    await page.getByText("tester", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start a debate" }).click();
    await page.getByRole("textbox", { name: "Question" }).waitFor();
    // files of the server are nobody's to name
    expect(await page.getByText("Files they may quote").count()).toBe(0);
    await page.goto(`${server.origin}/debates/${debate}`);
    await page.getByRole("region", { name: "Outcome" }).waitFor();
    expect(await page.getByRole("button", { name: /^Fork from here/ }).count()).toBe(1);
    expect(await page.getByText("Ask the panel").count()).toBeGreaterThan(0);
  });

  test("whoever may only look is offered nothing else", async () => {
    const watched = await reader();
    const { page } = watched;
    await logIn(watched, await createToken("Ann <b>", "read"));
    await page.getByRole("heading", { name: "Debates", exact: true }).waitFor();
    await page.getByText("Ann <b>", { exact: true }).waitFor();
    await page.getByText("Waiting for a person").waitFor();
    expect(await page.getByRole("button", { name: "Start a debate" }).count()).toBe(0);
    for (const id of [debate, waiting]) {
      await page.goto(`${server.origin}/debates/${id}`);
      await page.getByRole("slider").waitFor();
      expect(
        await page.getByRole("button", { name: /Fork|Pause|Resume|Record|Send/ }).count(),
      ).toBe(0);
      expect(await page.locator("main textarea, main input[type=radio]").count()).toBe(0);
      expect(await page.getByText("Ask the panel").count()).toBe(0);
      expect(await page.locator("main").innerText()).not.toContain("dissent decide");
    }
  });

  test("whoever may decide decides in their own name, and starts nothing", async () => {
    const watched = await reader();
    const { page } = watched;
    const id = await started();
    const stream = await server.events(root, id);
    await stream.until(({ data }) => JSON.stringify(data).includes("debate-settled"));
    stream.leave();
    await logIn(watched, await createToken("Bea", "read,decide"), `/debates/${id}`);
    const card = page.locator("#decide");
    await card.waitFor();
    expect(await page.getByRole("button", { name: /^Fork from here/ }).count()).toBe(0);
    await page.keyboard.press("d");
    await card.getByRole("radio").first().check();
    await card.getByRole("textbox").first().fill("the valleys come first");
    await card
      .getByRole("button", { name: /decision|decide/i })
      .last()
      .click();
    await page.getByText("the valleys come first").first().waitFor();
    const { lines } = await server.get<{ lines: string[] }>(root, `/api/debates/${id}`);

    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
      fact: { type: "decision-recorded", by: "Bea", reason: "the valleys come first" },
    });
  });

  test("logging out leads back to the log-in, and forgets the token", async () => {
    const watched = await reader();
    const { page, context } = watched;
    await logIn(watched, root);
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Token").waitFor();

    expect(await context.cookies()).toEqual([]);
  });

  test("a token that is revoked while someone looks locks the page", async () => {
    const watched = await reader();
    const { page } = watched;
    const token = await createToken("Cy", "read");
    await logIn(watched, token);
    await page.getByRole("heading", { name: "Debates", exact: true }).waitFor();
    await run(at, ["team", "tokens", "revoke", token.split("_")[1] ?? ""], {
      env: environmentFor(url),
    });
    await page.getByText("This token is not known here, or no longer.").waitFor();
    await page.reload();
    await page.getByLabel("Token").waitFor();
  });

  test("a link on another site leads to the page, though the cookie is kept back at first", async () => {
    const elsewhere = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<a href="${server.origin}/debates/${debate}">The debate</a>`);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const watched = await reader();
    const { page } = watched;
    await logIn(watched, root);
    await page.getByRole("heading", { name: "Debates", exact: true }).waitFor();
    await page.unroute("**/*");
    // another site by its name, though on the same machine
    await page.goto(`http://localhost:${port}/`);
    await page.getByText("The debate").click();
    await page.getByRole("region", { name: "Outcome" }).waitFor();
    elsewhere.close();
    elsewhere.closeAllConnections();
  });
});
