import { expect, test } from "vitest";

import { defersToAuthority, findEmptyReason, isSameVersion } from "./reasons.ts";

/** Reasons as they are given on boards about sessions, sync, licences and billing. None is from a recorded debate. */
const HONEST = [
  "I agree because the pilot gives us a measured error rate before we commit the other eleven services.",
  "True: 6.7 TB at 40 MB/s is 46 hours, so the weekend window does not hold.",
  "The brief never says who owns the rollback, and that alone makes option B premature.",
  "Agreed on the cost figure, although it leaves out the second on-call rotation.",
  "Support doubles; rivals undercut.",
  "cto-3 assumes the cache is warm; after a failover it is not.",
  "As the CTO says, the queue loses messages when the second broker restarts, which I have seen in our own incident log.",
  "This treats churn as a pricing problem. The exit interviews in S2 name onboarding.",
  "A flag day is cheaper than two years of dual writes.",
  "Yes, and the same holds for the mobile client, which cannot refresh a token offline.",
  "The licence change is reversible for us but not for anyone who built on it.",
  "I read the 82 % differently: it is revenue at risk, not revenue lost.",
  "No objection to the direction, but the sequence is wrong: migrate reads before writes.",
  "Fourteen lost deals is 3 % of the pipeline; that does not carry a rewrite.",
  "Nobody has asked the two customers with dedicated clusters.",
  "Per the CFO's own table the pilot pays back in month nine, not month four.",
  "Compliance needs seven years of invoices, so the old schema stays whatever we choose.",
  "We would be the only team on that framework by spring.",
  "It fails silently: a stale read looks exactly like a fresh one.",
  "Stopping after the library leaves us with both maintenance burdens and no new deals.",
];

const PLANTED = [
  "+1 from my side, nothing further to add here",
  "Looks good to me.",
  "Fully agree with everything said above.",
  "Per CEO guidance.",
  "As the software architect says, so I support it.",
  "I defer to the CTO on this one.",
  "The CFO knows best.",
  "n/a",
  "Makes sense, I see it the same way.",
  "Excellent point, well argued, I agree completely.",
];

test("K8 K22 of honest reasons at most a tenth is refused, and planted ones are", () => {
  const refused = HONEST.filter((reason) => findEmptyReason(reason) !== null);
  const passed = PLANTED.filter((reason) => findEmptyReason(reason) === null);

  expect(refused).toEqual([]);
  expect(passed).toEqual([]);
});

test("F26 K22 deference is the only reason, or it is none", () => {
  expect(HONEST.filter(defersToAuthority)).toEqual([]);
  expect(PLANTED.filter(defersToAuthority)).toHaveLength(4);
});

test("K8 a copy, a repeated text and declared agreement are no counter-reasons", () => {
  const judged = "The hosting margin pays for four engineers and the support desk.";

  expect(findEmptyReason(judged, { judged })).toBe("it repeats what it is about");
  expect(findEmptyReason(judged, { others: [judged] })).toBe("the same text stands elsewhere");
  expect(findEmptyReason("I fully agree with this claim.", { mayAgree: false })).toBe(
    "it declares agreement",
  );
});

test("F16 two versions differ in what they name", () => {
  const moonshot = "Make the engine the standard that every vendor builds on within three years.";

  expect(isSameVersion(moonshot, `${moonshot} First step now.`)).toBe(true);
  expect(isSameVersion(moonshot, "Publish the file format and a test suite this quarter.")).toBe(
    false,
  );
  expect(
    isSameVersion(
      "Rebuild billing as a product other companies buy, with its own API and team.",
      "Put the invoice calculation behind one interface and move two customers to it.",
    ),
  ).toBe(false);
});
