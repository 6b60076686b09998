/** Where a merged document goes, and what it is called on the way. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  formatArtifactName,
  deriveOutputLocation,
  describeFeatureLocation,
  isDebateRecordPath,
  resolveOutputLocation,
} from "./output-location.ts";

let cwd = "";

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "dissent-places-"));
  mkdirSync(join(cwd, "folder.md"));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test("a path with an extension is the document, anything else a directory for it", () => {
  const inside = (...path: string[]) => join(cwd, ...path);

  expect(resolveOutputLocation({ cwd }, "out.md", "merged.md")).toEqual({
    directory: cwd,
    name: "out.md",
  });
  expect(resolveOutputLocation({ cwd }, "a/Out.TXT", "m.md")).toEqual({
    directory: inside("a"),
    name: "Out.TXT",
  });
  expect(resolveOutputLocation({ cwd }, "out", "merged.md")).toEqual({
    directory: inside("out"),
    name: "merged.md",
  });
  expect(resolveOutputLocation({ cwd }, "v1.2/", "m.md")).toEqual({
    directory: inside("v1.2"),
    name: "m.md",
  });
  expect(resolveOutputLocation({ cwd }, "folder.md", "m.md")).toEqual({
    directory: inside("folder.md"),
    name: "m.md",
  });
});

test.each([
  [["/d/draft-ops.md", "/d/draft-data.md"], "draft-merged", "merged.md"],
  [["/d/plan-a.md", "/d/plan-b.md"], "plan-merged", "merged.md"],
  [["/d/plan.md", "/d/plan-2.md"], "plan-merged", "merged.md"],
  [["/x/plan.md", "/y/plan.md"], "plan-merged", "merged.md"],
  [["/d/planet.md", "/d/planned.md"], "d-merged", "merged.md"],
  [["/x/a.md", "/y/b.md"], "merged", "merged.md"],
  [["/d/a.txt", "/d/b.txt"], "d-merged", "merged.txt"],
  [["/d/a.txt", "/d/b.md"], "d-merged", "merged.md"],
])("%j go to %s/%s where nothing is said", (paths, directory, name) => {
  expect(deriveOutputLocation({ cwd: "/here" }, { paths, generate: null })).toEqual({
    directory: join("/here", directory),
    name,
  });
});

test("what is generated is called what it is", () => {
  expect(deriveOutputLocation({ cwd: "/here" }, { paths: [], generate: "Tech Spec" })).toEqual({
    directory: join("/here", "tech-spec-merged"),
    name: "tech-spec.md",
  });
});

test("K17 whatever a file is called, the artifact's name is plain", () => {
  expect(formatArtifactName("Final Plan_v2.md")).toBe("final-plan-v2.md");
  expect(formatArtifactName("noext")).toBe("noext.md");
  expect(formatArtifactName("con.md")).toBe("merged.md");
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(formatArtifactName(name)).toMatch(/^[a-z0-9][a-z0-9-]*\.[a-z]+$/);
    }),
  );
});

test("a place inside the project is remembered, one outside is not", () => {
  const desk = { root: "/p" };

  expect(describeFeatureLocation(desk, { directory: "/p/docs", name: "Out.md" })).toEqual({
    featureDir: "docs",
    featureName: "Out.md",
  });
  expect(describeFeatureLocation(desk, { directory: "/p", name: "out.md" }).featureDir).toBe(".");
  expect(describeFeatureLocation(desk, { directory: "/q", name: "out.md" }).featureDir).toBeNull();
});

test("records of the debate are told from the document by their extension", () => {
  expect(["a.json", "a.yaml", "a.YML", "a.jsonl"].every(isDebateRecordPath)).toBe(true);
  expect(["a.md", "a.txt", "a", "json"].some(isDebateRecordPath)).toBe(false);
});
