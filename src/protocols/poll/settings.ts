/** Settings of a poll: what is asked, how many answer, and what they see of each other. */
import * as z from "zod";

export const POLL_TASKS = ["choose", "answer", "review"] as const;
export type PollTask = (typeof POLL_TASKS)[number];

const Insertion = z.strictObject({
  speaker: z.string().max(80).nullable().describe("who is said to speak; null: nobody"),
  words: z.string().max(20_000),
  option: z.string().max(80).nullable().default(null).describe("what they hold, if anything"),
});
export type PollInsertion = z.infer<typeof Insertion>;

export const PollSettings = z.strictObject({
  task: z.enum(POLL_TASKS).default("choose").describe("choose an option, answer, or review a text"),
  seats: z.int().min(1).max(256).default(1).describe("how many answer"),
  rounds: z.int().min(1).max(10).default(1).describe("rounds, the blind one included"),
  sees: z
    .enum(["nobody", "own", "others", "earlier"])
    .default("nobody")
    .describe("what a seat sees from round 2 on; earlier: they speak in turn"),
  graph: z
    .enum(["full", "ring", "star"])
    .default("full")
    .describe("whom a seat sees: all, two neighbours, or the first seat"),
  names: z.boolean().default(true).describe("others are shown by the name of their seat"),
  one_voice: z.boolean().default(false).describe("each answer is shown once"),
  counts: z.boolean().default(false).describe("how many hold each answer is shown"),
  inserted: z.array(Insertion).max(32).default([]).describe("words of nobody here, shown as given"),
  inserted_from: z.int().min(1).max(10).default(1).describe("the first round that shows them"),
  shuffle: z.boolean().default(true).describe("each seat is shown the options in its own order"),
  timeout_per_seat: z.number().positive().max(86_400).default(300).describe("seconds"),
});
export type PollSettings = z.infer<typeof PollSettings>;
