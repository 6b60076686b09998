/** Options for a question that came without any: read from its words, without asking anyone. */

/** Two to four labels; null where the question does not say what it is between. */
export function proposedOptions(question: string): string[] | null {
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
  const short = choices.every((choice) => choice.length <= LONGEST_CHOICE);
  if (choices.length >= 2 && choices.length <= MOST_CHOICES && short) return choices.map(capital);
  if (asked === undefined || asked.length > LONGEST_CHOICE) return null;
  return [capital(asked), `Do not ${asked}`];
}

const MOST_CHOICES = 4;
// longer is a sentence about the choices, not one of them
const LONGEST_CHOICE = 80;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
