/** Drafts of one long document, the same on every run: prose, lists, tables and code, each draft edited in its own way. */

const NOUNS =
  "record device server client queue cache index replica backup ledger session token report schema region tenant".split(
    " ",
  );
const VERBS = "stores reads sends validates encrypts retries returns rejects keeps exposes".split(
  " ",
);
const QUALITIES = "local remote encrypted stale pending shared primary signed daily".split(" ");

export interface Draft {
  readonly name: string;
  readonly text: string;
}

/** `count` drafts of about `bytes` each. Every fifth block differs from draft to draft. */
export function writeDrafts(count: number, bytes: number): Draft[] {
  return Array.from({ length: count }, (_, variant) => ({
    name: `draft-${variant + 1}.md`,
    text: writeDraft(variant, bytes),
  }));
}

function writeDraft(variant: number, bytes: number): string {
  const parts = ["# Synchronisation of records", `Draft ${variant + 1} of the plan.`];
  let length = 0;
  for (let section = 1; length < bytes; section++) {
    const own = writeSection(section, variant);
    parts.push(...own);
    length += own.reduce((sum, part) => sum + part.length + 2, 0);
  }
  return `${parts.join("\n\n")}\n`;
}

function writeSection(section: number, variant: number): string[] {
  const random = randomFrom(section);
  const edited = randomFrom(section * 31 + variant);
  const blocks = Array.from({ length: 6 }, (_, block) => {
    const source = random.next() % 5 === 0 ? edited : random;
    return writeBlock((section + block) % 6, source, section);
  });
  const depth = section % 4 === 0 ? "##" : "###";
  return [`${depth} ${writeTitle(random)} ${section}`, ...blocks];
}

function writeBlock(kind: number, random: Random, section: number): string {
  const sentences = (count: number): string =>
    Array.from({ length: count }, () => writeSentence(random, section)).join(" ");
  switch (kind) {
    case 3:
      return Array.from({ length: 4 }, () => `- ${sentences(1)}`).join("\n");
    case 4: {
      const rows = Array.from(
        { length: 4 },
        () => `| ${writeTitle(random)} | ${random.next() % 500} ms |`,
      );
      return ["| Measure | Target |", "| --- | --- |", ...rows].join("\n");
    }
    case 5:
      return `\`\`\`ts\nawait ${random.pick(NOUNS)}.${random.pick(VERBS)}(${random.next() % 100});\n\`\`\``;
    default:
      return sentences(4);
  }
}

function writeSentence(random: Random, section: number): string {
  const [noun, other] = [random.pick(NOUNS), random.pick(NOUNS)];
  switch (random.next() % 6) {
    case 0:
      return `The ${random.pick(QUALITIES)} ${noun} of part ${section} must expire after ${random.next() % 90} days.`;
    case 1:
      return `The ${noun} never ${random.pick(VERBS)} the ${random.pick(QUALITIES)} ${other} of part ${section}.`;
    case 2:
      return `FR-${section}: every ${noun} is shown to the ${other} within ${random.next() % 60} seconds.`;
    case 3:
      return `The ${noun} ${section} depends on the ${other} ${section + 1}, see Section ${section}.`;
    default:
      return `The ${noun} ${random.pick(VERBS)} a ${random.pick(QUALITIES)} ${other} when the ${random.pick(NOUNS)} asks for it.`;
  }
}

function writeTitle(random: Random): string {
  const words = `${random.pick(QUALITIES)} ${random.pick(NOUNS)}`;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

interface Random {
  readonly next: () => number;
  readonly pick: (from: readonly string[]) => string;
}

/** Numbers that look random and are the same on every machine. */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e37_79b9) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
  return { next, pick: (from) => from[next() % from.length] ?? "" };
}
