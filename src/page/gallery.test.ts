import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import { writeFileAtomically } from "../app/results/atomic-write.ts";
import { PROTOCOLS } from "../dissent.ts";
import { findJournalInHtml } from "../stores/embedded-journal.ts";
import { type GalleryRequest, formatPageFileName, writePageGallery } from "./gallery.ts";

async function request(): Promise<GalleryRequest> {
  const directory = mkdtempSync(join(tmpdir(), "dissent-gallery-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { app } = await holdJudges(rounds(votes("A", "A", "A")));
  return {
    directory,
    debates: await app.list(),
    read: (id) => app.read(id),
    home: { protocols: [], seating: "", person: "", project: "field-app" },
    write: writeFileAtomically,
    protocols: PROTOCOLS,
    loadBundle: async () => ({ script: "document.title;", style: "body { margin: 0 }" }),
  };
}

const read = ({ directory }: GalleryRequest, name: string): string =>
  readFileSync(join(directory, name), "utf8");

test("one page for each debate and one for all, each whole in itself", async () => {
  const asked = await request();
  const [listed] = asked.debates;
  const names = await writePageGallery(asked);
  const own = formatPageFileName(listed?.id ?? "");

  expect(names).toEqual([own, "index.html"]);
  expect(readdirSync(asked.directory).toSorted()).toEqual([...names].toSorted());
  expect(findJournalInHtml(read(asked, own)).journal).toMatchObject({ fault: null });
  expect(read(asked, own)).toContain('"home":"index.html"');
  const home = /x-dissent-home\+json">(.*?)<\/script>/s.exec(read(asked, "index.html"))?.[1] ?? "";
  expect(JSON.parse(home)).toMatchObject({
    project: "field-app",
    debates: [{ id: listed?.id }],
    pages: { [listed?.id ?? ""]: own },
  });
});

test("written again, it takes the place of its own pages", async () => {
  const asked = await request();
  await writePageGallery(asked);

  expect(await writePageGallery(asked)).toHaveLength(2);
});

test("somebody else's page is kept, and then nothing is written", async () => {
  const asked = await request();
  writeFileSync(join(asked.directory, "index.html"), "<h1>Mine</h1>");

  await expect(writePageGallery(asked)).rejects.toMatchObject({ code: "file-unreadable" });
  expect(readdirSync(asked.directory)).toEqual(["index.html"]);
  expect(read(asked, "index.html")).toBe("<h1>Mine</h1>");
});

test("a debate that is called index does not take the list's place", () => {
  expect(formatPageFileName("index")).not.toBe("index.html");
  expect(existsSync(formatPageFileName("index"))).toBe(false);
});
