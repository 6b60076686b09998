/** The words by which the readers of `merge` recognise what a sentence does. English only. */

/** Promises that no document can prove. */
export const OVERCLAIM =
  /\b(?:never fails?|cannot fail|always works?|guaranteed?|zero[- ]risk|risk[- ]free|no risk|bullet[- ]?proof|100 ?% (?:safe|secure|reliable)|revolutionary|world[- ]class|best[- ]in[- ]class)\b/i;

export const REQUIREMENT = /\b(?:FR|NFR|REQ|US|AC|R)-\d+\b/g;

const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)";
export const DATE = new RegExp(
  `\\b(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.? ${MONTH}\\b|${MONTH} \\d{1,2}\\b|Q[1-4] ?\\d{4}|\\d{1,2}:\\d{2})`,
  "g",
);

export const FIGURE = /(?<![\w.-])[$€£]?\d+(?:[.,]\d+)*(?: ?%|[a-zA-Zµ]{1,3}\b)?/g;

export const THRESHOLD =
  /(?:\b(?:at (?:least|most)|no (?:more|fewer|less) than|under|below|above|over|within|up to|until|not exceed)\s+[\w$€£]*\d|[<>≤≥]=? ?\d)/gi;

/** Code, and names in the middle of a sentence. */
export const NAMED =
  /`[^`\n]{1,80}`|(?<=[\p{Ll},;)] )\p{Lu}[\p{L}\d]+(?:[ -]\p{Lu}[\p{L}\d]+){0,3}/gu;

export const REASON =
  /\b(?:because|since|so that|therefore|in order to|which is why|as (?:shown|measured|seen)|measured|tried|tested on|according to|based on|today it|last (?:week|month|year|quarter))\b/i;

export const OWNER =
  /\b(?:owner|owns|responsible|decides|is called|on call|lead|team|who)\b|^\W{0,4}\p{Lu}\p{Ll}+ (?:asks|books|checks|decides|owns|prepares|runs|sets|tests|writes)\b/iu;

export const FAILURE =
  /\b(?:fail(?:s|ed|ure|ures|ing)?|errors?|edge cases?|time(?:s|d)? ?out|timeouts?|retr(?:y|ies|ied)|outages?|corrupt(?:ed|ion)?|invalid|empty (?:results?|input|file)|missing|crash(?:es|ed)?|breaks?|broken|stopped|down|lost|conflicts?)\b/i;

export const RECOVERY =
  /\b(?:roll(?:s|ed)?[- ]?back|rollbacks?|recover(?:s|y|ed)?|restor(?:e|es|ed|ing)|fall(?:s)?[- ]?back|fallback|revert(?:s|ed)?|switch(?:es|ed)? (?:all \w+ )?back|go(?:es)? back|undo|undone|way back|replay(?:ed)?|snapshots?|backups?)\b/i;

export const DEPENDENCY =
  /\b(?:depend(?:s|ency|encies|ing)? (?:on|upon)?|prerequisites?|requires?|needs?|must be (?:complete|done|ready|green|in place)|before (?:\w+ ){0,6}(?:begins?|starts?|moves?)|blocked by|only after|once (?:the|all))\b/i;

export const SUCCESS =
  /\b(?:success(?:ful)?|acceptance|done when|ends? when|targets?|goals?|objectives?|slos?|slas?|kpis?|key results?|percentile|rises? from|falls? (?:by|from)|is met when)\b/i;

export const OUT_OF_SCOPE =
  /\b(?:out of scope|non-?goals?|not (?:included|part of|covered|in scope)|does not (?:cover|include)|excluded|left for later|will not be|is decided (?:in|later))\b/i;

export const CONSTRAINT =
  /\b(?:must not|may not|cannot|can ?not|at most|no more than|limited to|budget|deadline|capacity|constraints?|within \d|not exceed|only between|between \d)\b/i;

export const EXTERNAL =
  /\b(?:vendors?|providers?|third[- ]part(?:y|ies)|suppliers?|upstream|external|partners?|cloud|feeds?|api|apis|carriers?|banks?|contractors?|shops?)\b/i;

export const WATCH =
  /\b(?:monitor(?:s|ed|ing)?|alert(?:s|ed|ing)?|dashboards?|metrics?|measur(?:e|es|ed|ing)|canary|watch(?:es|ed|ing)?|validat(?:e|es|ed|ion)|checks?|reviews? (?:daily|weekly|every)|load tests?|compar(?:e|es|ed|ison)|signals?|every night)\b/i;

export const NEXT_STEP =
  /\b(?:next steps?|action items?|to ?dos?|open questions?|decisions? (?:needed|required|to be made)|decide by|by \d{1,2} \p{L}+|by \p{L}+day|follow[- ]ups?)\b/iu;

export const MITIGATION =
  /\b(?:mitigat\w*|fallback|falls? back|instead|capped?|cap of|limit(?:s|ed)?|queued?|replay(?:ed)?|explains?|contract tests?|tests?|keeps? serving|backups?|rollback|reviews?|insur\w+|second|spare|alert\w*|retry|retries|we (?:will|do|keep|have))\b/i;

export const LIKELIHOOD =
  /\b(?:likel(?:y|ihood)|unlikely|probabilit(?:y|ies)|probable|rare(?:ly)?|chance|high|medium|moderate|low|\d+ ?%)\b/i;
export const IMPACT =
  /\b(?:impact|severity|damage|harm|costs?|loss|critical|severe|major|minor|high|medium|moderate|low)\b/i;

/** The usual position of a section in a plan or a design; the rank of the first that fits its title. */
export const USUAL_ORDER: readonly RegExp[] = [
  /\b(?:summary|abstract|overview|introduction|tl;?dr|purpose)\b/i,
  /\b(?:background|context|problem|motivation|situation)\b/i,
  /\b(?:goals?|objectives?|aims?|success|requirements?)\b/i,
  /\b(?:scope|non-?goals?|affected|audience|users?|stakeholders?)\b/i,
  /\b(?:assumptions?|constraints?|prerequisites?|dependenc\w+|before)\b/i,
  /\b(?:options?|alternatives?|approach|design|architecture|solution|proposal|decision)\b/i,
  /\b(?:plan|phases?|milestones?|timeline|schedule|rollout|implementation|steps|migration)\b/i,
  /\b(?:communication|training|support|people|team)\b/i,
  /\b(?:tests?|testing|validation|quality|acceptance)\b/i,
  /\b(?:monitoring|metrics|observability|operations?|alerts?)\b/i,
  /\b(?:rollback|recovery|fallback|contingency)\b/i,
  /\b(?:risks?|security|privacy|compliance)\b/i,
  /\b(?:costs?|budget|resources)\b/i,
  /\b(?:open questions?|next steps?|actions?)\b/i,
  /\b(?:references|appendix|glossary|changelog|history)\b/i,
];

/** Abbreviations that need no explanation anywhere. */
export const KNOWN_LETTERS: ReadonlySet<string> = new Set(
  (
    "API APIS URL URLS HTTP HTTPS HTML CSS JSON YAML XML CSV SQL UTC ID IDS UI UX CLI CPU GPU RAM SSD OS IT PDF USB IP " +
    "TCP UDP DNS TLS SSL SSH FAQ CEO CTO CFO COO HR EU US UK USA USD EUR GBP AM PM OK TODO TBD TBC README MIT GB MB KB TB " +
    "KIB MIB GIB MS NOT AND OR MUST SHOULD MAY NO YES"
  ).split(" "),
);
