/** The words and limits of replies, without their schemas: the page reads them too. */
export const DISPOSITIONS = ["ACCEPT", "PARTIAL", "REJECT"] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

export const OPENING_CONFIDENCES = ["HIGH", "MED", "LOW"] as const;
export type OpeningConfidence = (typeof OPENING_CONFIDENCES)[number];

export const POSITION_FATES = ["unchanged", "amended", "replaced", "withdrawn"] as const;
export type PositionFate = (typeof POSITION_FATES)[number];

export const PLAN_HOLDS = ["as written", "not as written", "cannot tell"] as const;

export const MOST_OBJECTIONS = 6;
export const MOST_PARTS = 40;
/** More rounds than this repeat themselves long before. */
export const MOST_ROUNDS = 20;
