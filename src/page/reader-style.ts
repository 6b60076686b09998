/** How a report looks where no script runs. Only reports need it, so no page brings it along. */
export const READER_STYLE = [
  ".reader { max-inline-size: 74ch; margin: 40px auto 80px; padding-inline: 20px; font: 17px/1.55 var(--serif); overflow-wrap: anywhere; }",
  ".reader h2 { margin-block: 32px 8px; font-size: 1.25em; }",
  ".reader p, .reader ul, .reader ol { margin-block: 10px; }",
  ".reader blockquote { margin: 12px 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--mark); font-style: italic; }",
  ".reader table { border-collapse: collapse; font: 14px/1.45 var(--sans); }",
  ".reader th, .reader td { padding: 5px 12px 5px 0; border-block-end: 1px solid var(--rule2); text-align: start; vertical-align: top; }",
].join("");
