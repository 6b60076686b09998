/** What the form for a new debate must know of `judges`. */
export const judgesStart = {
  optionsMissing: "Judges choose between options: name at least two.",
};
