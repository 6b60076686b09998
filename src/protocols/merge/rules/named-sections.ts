/** A33b, K21: the section that a vote names: by its title, or by its path where several have that title. */
import type { DocumentSection, ParsedDocument } from "../../../documents/document.ts";
import { foldTitle } from "./vote-choice.ts";

/** "M2: Registry > Risks". */
const PATH_MARK = " > ";

/** Sections with that title, or with those titles above each other. */
export function findNamedSections(document: ParsedDocument, name: string): DocumentSection[] {
  const wanted = foldTitle(name);
  const titled = document.sections.filter(
    ({ title }) => title !== "" && foldTitle(title) === wanted,
  );
  if (titled.length > 0) return titled;
  return document.sections.filter(
    ({ index }) => wanted !== "" && endsWithPath(wanted, listTitles(document, index)),
  );
}

/** Steps may be left out above the last, and none may be out of order; a title may have the mark in it. */
function endsWithPath(wanted: string, titles: readonly string[]): boolean {
  let rest = wanted;
  for (const [at, title] of titles.map(foldTitle).toReversed().entries()) {
    if (rest === title) return true;
    if (rest.endsWith(`${PATH_MARK}${title}`)) rest = rest.slice(0, -(PATH_MARK + title).length);
    else if (at === 0) return false;
  }
  return false;
}

/** From the top down to the section itself. */
function listTitles(document: ParsedDocument, index: number | null): string[] {
  const section = document.sections.find((one) => one.index === index);
  if (section === undefined || section.title === "") return [];
  return [...listTitles(document, section.parent), section.title];
}

/** How a vote can name a section: by its title alone where no other section has it. */
function formatSectionPath(document: ParsedDocument, { index, title }: DocumentSection): string {
  if (findNamedSections(document, title).length === 1) return title;
  // the one title above all others tells no section from another
  const [first, ...others] = listTitles(document, index);
  const isRoot = document.sections.filter(({ depth }) => depth === 1).length === 1;
  const steps = isRoot && others.length > 1 ? others : [first, ...others];
  return steps.join(PATH_MARK);
}

/** Of several, the one that the contribution itself stands in, or one beside it. */
export function chooseNamedSection(
  document: ParsedDocument,
  name: string,
  near: number | undefined,
): DocumentSection | null {
  const found = findNamedSections(document, name);
  const [only, other] = found;
  if (only === undefined) return null;
  if (other === undefined) return only;
  const own = document.sections.find(({ index }) => index === near);
  const isBeside = ({ parent, index }: DocumentSection): boolean =>
    own !== undefined && (parent === own.parent || parent === own.index || index === own.parent);
  const beside = found.filter(isBeside);
  return (
    found.find(({ index }) => index === near) ?? (beside.length === 1 ? (beside[0] ?? null) : null)
  );
}

const MOST_TITLES = 40;

/** What can be named: those that a wrong name may have meant, else all. */
export function listSectionNames(documents: readonly ParsedDocument[], name: string): string {
  const meant = documents.flatMap((document) =>
    findNamedSections(document, name).map((section) => formatSectionPath(document, section)),
  );
  const all = documents.flatMap((document) =>
    document.sections
      .filter(({ title }) => title !== "")
      .map((section) => formatSectionPath(document, section)),
  );
  const names = [...new Set(meant.length > 0 ? meant : all)];
  const shown = names.slice(0, MOST_TITLES).map((one) => `"${one}"`);
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
