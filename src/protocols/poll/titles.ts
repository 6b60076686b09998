/** What people call the steps of `poll`. */

export const titles: Readonly<Record<string, string>> = {
  blind: "Answers, blind",
  again: "Answers again",
  turns: "Answers in turn",
};
