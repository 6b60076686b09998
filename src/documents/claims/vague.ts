/** Words that make a sentence too vague to be wrong: it cannot contradict (A10) and it lowers specificity. */

export const VAGUE_WORDS: readonly string[] = (
  "adequate adequately appropriate appropriately approximately arguably decent easily easy efficient efficiently etc " +
  "eventually fairly few flexible flexibly frequently generally hopefully ideally intuitive likely many maybe " +
  "meaningful might mostly normally numerous occasionally often optimal optimally perhaps possibly presumably " +
  "probably proper properly quickly rarely reasonable reasonably relevant robust robustly roughly scalable seamless " +
  "seamlessly several significant significantly some somehow sometimes soon sufficient sufficiently suitable " +
  "suitably timely typically user-friendly usually various"
).split(" ");

const ONE_OF = new RegExp(`(?<![a-z-])(${VAGUE_WORDS.join("|")})(?![a-z-])`);

const VAGUE_PHRASES =
  /\b(?:as (?:needed|required|necessary|appropriate|applicable)|(?:if|when|where|wherever|whenever) (?:needed|possible|necessary|appropriate|feasible)|should consider|could be|and so on|state of the art|high[- ]quality|as soon as possible|to some extent|more or less|tbd|to be (?:determined|decided|defined))\b/;

const UNCITED = /\b(?:best practices?|industry[- ]standards?)\b/;

/** A citation: a link, a footnote, or a numbered standard. */
const CITATION = /\]\(|\[\^|https?:\/\/|\b(?:RFC|ISO|IEC|IEEE|NIST|OWASP|WCAG|PEP)[ -]?(?:SP )?\d/;

/** The first vague word or phrase of a sentence; undefined for a sentence that commits itself. */
export function findVagueWord(text: string, raw: string = text): string | undefined {
  const lower = text.toLowerCase();
  const word = ONE_OF.exec(lower)?.[1] ?? VAGUE_PHRASES.exec(lower)?.[0];
  if (word !== undefined) return word;
  const standard = UNCITED.exec(lower)?.[0];
  return standard !== undefined && !CITATION.test(raw) ? standard : undefined;
}

const JUDGEMENT =
  /\b(?:is|are|be|more|feels?|looks?|stays?|remains?) (?:not |never )?(?:very |really |too |quite |highly |as )?(?:bad|best|better|big|cheap|clean|easy|expensive|fast|good|great|hard|heavy|high|important|large|lightweight|low|modern|nice|performant|powerful|reliable|responsive|simple|slow|small|strong|useful|weak|worse)\b/;

interface VaguenessCues {
  readonly phrase: boolean;
  readonly taste: boolean;
}

/** A10: a sentence without a vague word may still be vague by a phrase or a judgement; its cues say whether to look. */
export function isVagueSentence(text: string, { phrase, taste }: VaguenessCues): boolean {
  const lower = text.toLowerCase();
  return (
    (phrase && (VAGUE_PHRASES.test(lower) || UNCITED.test(lower))) ||
    (taste && JUDGEMENT.test(lower))
  );
}
