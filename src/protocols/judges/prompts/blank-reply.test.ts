import { expect, test } from "vitest";

import { createTestBrief } from "../../../../test/support/protocols/judges.ts";
import { recommendations } from "../replies.ts";
import { LENSES } from "../rules/lens.ts";
import { blankRecommendation } from "./blank-reply.ts";

test.each(LENSES)(
  "the form of a person with the lens %s is a reply once its words are there",
  (lens) => {
    const form = blankRecommendation(createTestBrief(), lens);
    const filled: unknown = JSON.parse(JSON.stringify(form).replaceAll('""', '"words"'));

    expect(recommendations[lens].safeParse(form).success).toBe(false);
    expect(recommendations[lens].parse(filled)).toEqual(filled);
  },
);
