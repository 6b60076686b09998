/** Options for a question that came without any: read from its words, without asking anyone. */

/** Two to four labels; null where the question does not say what it is between. */
export function proposeOptionsFromQuestion(question: string): string[] | null {
  const words = question
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[?!.\s]+$/, "");
  const asked =
    /^(?:should|shall|do|can|could|must|would)(?: not)? (?:i|we|you|they|it|one) (.+)$/i.exec(
      words,
    )?.[1];
  const choices = (asked ?? words)
    .replace(/^(?:which is better|what is better|choose between|between)[:,]? /i, "")
    .split(/,? (?:or|vs\.?|versus) |, /i)
    .map((choice) => choice.trim())
    .filter((choice) => choice !== "");
  const short = choices.every((choice) => choice.length <= MAX_CHOICE_LENGTH);
  if (choices.length >= 2 && choices.length <= MAX_CHOICES && short)
    return choices.map(capitalizeFirst);
  if (asked === undefined || asked.length > MAX_CHOICE_LENGTH) return null;
  return [capitalizeFirst(asked), `Do not ${asked}`];
}

const MAX_CHOICES = 4;
// longer is a sentence about the choices, not one of them
const MAX_CHOICE_LENGTH = 80;

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
