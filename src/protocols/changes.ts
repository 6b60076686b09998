/** What protocols do with a change that somebody names. */
export { resolveReviewInput as resolveChangeInput } from "./review/files/resolve-review.ts";
