/** Command lines that let an agent act on its own, and those that do not. */
import { describe, expect, test } from "vitest";

import { findAutoApprovals, findSelfApproval } from "./auto-approval.ts";

describe("what approves by itself is found", () => {
  test.each([
    ["-p --yolo", "--yolo"],
    ["-y", "-y"],
    ["exec --full-auto", "--full-auto"],
    ["--dangerously-skip-permissions -p", "--dangerously-skip-permissions"],
    ["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-approvals-and-sandbox"],
    ["--allow-dangerously-skip-permissions", "--allow-dangerously-skip-permissions"],
    ["--allow-all-tools -p x", "--allow-all-tools"],
    ["--allow-all", "--allow-all"],
    ["--allow-tool=shell", "--allow-tool=shell"],
    ["--allowedTools Bash", "--allowedTools"],
    ["--allowed-tools Edit", "--allowed-tools"],
    ["--approval-mode yolo", "--approval-mode yolo"],
    ["--approval-mode=auto_edit", "--approval-mode=auto_edit"],
    ["--approval-mode auto-edit", "--approval-mode auto-edit"],
    ["--permission-mode bypassPermissions", "--permission-mode bypassPermissions"],
    ["--permission-mode=acceptEdits", "--permission-mode=acceptEdits"],
    ["--sandbox danger-full-access", "--sandbox danger-full-access"],
    ["-s workspace-write", "-s workspace-write"],
    ['-c sandbox_mode="danger-full-access"', '-c sandbox_mode="danger-full-access"'],
    ["--yes-always", "--yes-always"],
    ["--auto", "--auto"],
    ["--auto-approve", "--auto-approve"],
    ["--approve-for-me", "--approve-for-me"],
    ["--trust-all-tools", "--trust-all-tools"],
    ["--force", "--force"],
    ["--YOLO", "--YOLO"],
  ])("%s", (line, found) => {
    expect(findAutoApprovals(line.split(" "))).toEqual([found]);
  });

  test("also in variables", () => {
    expect(findAutoApprovals([], ["HOME", "COPILOT_ALLOW_ALL", "GEMINI_YOLO_MODE"])).toEqual([
      "COPILOT_ALLOW_ALL",
      "GEMINI_YOLO_MODE",
    ]);
  });
});

describe("what asks, or cannot act, is let through", () => {
  test.each([
    "-p --output-format json --model opus",
    "--approval-mode plan",
    "--approval-mode default",
    "--permission-mode plan",
    "exec --sandbox read-only -",
    "-c model=yolo-1",
    "--model auto",
    "--no-color --no-auto-update",
    "run --prompt yes",
  ])("%s", (line) => {
    expect(findAutoApprovals(line.split(" "))).toEqual([]);
  });
});

test("a program that approves by itself when nobody watches is found by its name, unless it is fenced", () => {
  expect(findSelfApproval("/usr/local/bin/kimi", ["--print"])).toEqual(["kimi --print"]);
  expect(findSelfApproval("kimi", ["-p", "{prompt}"])).toEqual(["kimi -p"]);
  expect(findSelfApproval("kimi", ["--print", "--agent-file", "plain.yaml"])).toEqual([]);
  expect(findSelfApproval("kimi", ["acp"])).toEqual([]);
  expect(findSelfApproval("grok", ["-p"])).toEqual([]);
});
