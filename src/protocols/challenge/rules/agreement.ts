/** H17-H18, K8: whether an agreement has substance, as a rule that anyone can apply again. */
import { isSubstantiveText, listWords } from "../../../text/substance.ts";
import type { ChallengerCritique, ProponentOpening } from "../prompts/prompt-input.ts";

/** What an agreement lacks; empty when it is substantive. */
export function lackingIn(
  { critique, evidence, assumptions_challenged, assumptions_upheld }: ChallengerCritique,
  { position, reasoning, assumptions }: ProponentOpening,
  minimumWords: number,
): string[] {
  const argued = [critique, ...evidence.map(({ quote }) => quote)].join(" ");
  const names = elementsOf([position, reasoning, ...assumptions].join(" "));
  const upheld = new Set(
    assumptions_upheld
      .filter(({ because }) => isSubstantiveText(because))
      .map(({ assumption }) => assumption),
  );
  const allUpheld = assumptions.every((_, index) => upheld.has(index + 1));
  return [
    ...(isSubstantiveText(argued, { minimumWords })
      ? []
      : [`critique and evidence say too little, ${minimumWords} telling words are needed`]),
    ...(listWords(argued).some((word) => names.has(word))
      ? []
      : ["nothing in it names an element of the position"]),
    ...(assumptions_challenged.length > 0 || allUpheld
      ? []
      : ["no assumption is challenged, and not every one is shown to hold"]),
  ];
}

/** Words that fit an agreement with anything. */
const GENERIC = new Set(
  (
    "about above after again agree agreed agrees agreement already also always approach argument assumption " +
    "assumptions back because been before being below better between come comes could different does done during " +
    "each even every everything first from give gives good great have here holds idea into just keep keeps kind " +
    "like long look looks made make makes many might more most move much must need needs never next nothing only " +
    "onto other over overall part plan point position proposal proponent reason reasonable reasoning reasons right " +
    "same seems sense should since solid some something sound stay stays still strong such take takes than that " +
    "their them then there these they thing things think this those through thus time under until upon very well " +
    "were what when where which while will with within without work working works would yours"
  ).split(" "),
);

/** Words that distinguish one text from another: four letters or a digit, and not said of everything. */
function elementsOf(text: string): ReadonlySet<string> {
  return new Set(
    listWords(text).filter((word) => (word.length > 3 || /\d/.test(word)) && !GENERIC.has(word)),
  );
}
