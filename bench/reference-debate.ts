/**
 * The reference debate, as far as it is the same for every arm: the seats, the prompts, the schema of a
 * reply, the fake model and the count of votes. Every seat holds its own option to the end, so no round
 * reaches consensus and the debate always runs its full length.
 */
import * as z from "zod";

export interface Shape {
  readonly seats: number;
  readonly rounds: number;
  readonly contextBytes: number;
}

export const REFERENCE: Shape = { seats: 3, rounds: 2, contextBytes: 2_048 };

export function callsIn({ seats, rounds }: Shape): number {
  return seats * rounds;
}

export const Position = z.object({
  option: z.string().min(1),
  confidence: z.number().int().min(0).max(100),
  headline: z.string().min(1),
  reasons: z.array(z.string()).min(1),
});
export type Position = z.infer<typeof Position>;

export interface Held {
  readonly seat: string;
  readonly position: Position;
}

export const QUESTION = "Which way should the field app handle work without a signal?";

export function seatNames({ seats }: Pick<Shape, "seats">): string[] {
  return Array.from({ length: seats }, (_, index) => `seat-${index + 1}`);
}

const SENTENCE = "Crews work in valleys without signal and sync their reports in the evening. ";

export function writeBackground({ contextBytes }: Pick<Shape, "contextBytes">): string {
  return SENTENCE.repeat(Math.ceil(contextBytes / SENTENCE.length)).slice(0, contextBytes);
}

export function persona(seat: string, round: number): string {
  const duty =
    round === 1 ? "Commit to one option, alone." : "Answer the others, then commit again.";
  return `You are ${seat}. ${duty} Reply with one JSON object: option, confidence, headline, reasons.`;
}

export function positionText({ seat, position }: Held): string {
  return `${seat} holds ${position.option} (${position.confidence}): ${position.headline}\n- ${position.reasons.join("\n- ")}`;
}

/** The whole prompt, for the arms that have no segments. */
export function writePrompt(background: string, seat: string, others: readonly Held[]): string {
  const round = others.length === 0 ? 1 : 2;
  return [QUESTION, background, ...others.map(positionText), persona(seat, round)].join("\n\n");
}

export function readPosition(text: string): Position {
  return Position.parse(JSON.parse(text));
}

export interface Verdict {
  readonly choice: string | null;
  readonly votes: Readonly<Record<string, readonly string[]>>;
}

export function countVerdict(held: readonly Held[]): Verdict {
  const votes: Record<string, string[]> = {};
  for (const { seat, position } of held) (votes[position.option] ??= []).push(seat);
  const carried = Object.entries(votes).find(([, voters]) => voters.length * 3 >= held.length * 2);
  return { choice: carried?.[0] ?? null, votes };
}

/** A model in this process: it reads every byte of its prompt, as a client that sends it must. */
export interface FakeModel {
  answer(seat: string, prompt: readonly string[]): Promise<string>;
}

export function fakeModel(wait: () => Promise<void> | undefined = () => undefined): FakeModel {
  const replies = new Map<string, string>();
  return {
    async answer(seat, prompt) {
      let bytes = 0;
      for (const part of prompt) bytes += Buffer.byteLength(part);
      if (bytes === 0) throw new Error(`${seat} was asked nothing.`);
      await wait();
      const known = replies.get(seat);
      if (known !== undefined) return known;
      const reply = JSON.stringify(writePosition(seat));
      replies.set(seat, reply);
      return reply;
    },
  };
}

export function writePosition(seat: string): Position {
  return {
    option: `option-of-${seat}`,
    confidence: 70,
    headline: `What ${seat} proposes keeps the crews working where there is no signal at all`,
    reasons: [
      "The evening sync already exists, and the reports are small enough to wait for it.",
      "Merging edits made in two valleys at once is rare, and a person can settle it.",
      "The other ways cost more than one quarter, and two engineers have one quarter.",
    ],
  };
}
