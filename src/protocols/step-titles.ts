/** What people call the steps of every known protocol, for those who only look at a debate. */
import { titles as board } from "./board/titles.ts";
import { titles as challenge } from "./challenge/titles.ts";
import { titles as judges } from "./judges/titles.ts";
import { titles as merge } from "./merge/titles.ts";
import { titles as poll } from "./poll/titles.ts";
import { titles as review } from "./review/titles.ts";
import { titles as roundtable } from "./roundtable/titles.ts";

const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  judges,
  challenge,
  board,
  roundtable,
  merge,
  review,
  poll,
};

/** Step to title; empty for rules that are not Dissent's own. */
export function getStepTitles(protocol: string): Readonly<Record<string, string>> {
  return (Object.hasOwn(TITLES, protocol) ? TITLES[protocol] : undefined) ?? {};
}
