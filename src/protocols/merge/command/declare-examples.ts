/** How people and agents are told of `dissent merge`. */
export const mergeExamples = {
  renamed: { blame: "merge --blame" },
  firstScreen: "  dissent merge a.md b.md -o c.md   merge drafts into one document",
  agentCall: { purpose: "make one document of drafts", call: "dissent merge a.md b.md -o plan.md" },
  help: "  dissent merge examples/merge-plan/*.md -o out.md",
};
