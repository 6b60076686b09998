/** A4: the prompt for an author who writes a variant from the source. */
import type { Participant } from "../../../domain/participant.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { sanitizeLine } from "../../../text/markdown.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import { WritingReply } from "../replies.ts";
import { originalSource } from "../rules/seats.ts";
import type { MergeDebateTable } from "../rules/table.ts";
import { personaText } from "./personas.ts";
import type { WriteMatter } from "./write-prompt-input.ts";

export function writeVariant(
  table: MergeDebateTable,
  author: Participant,
  fence: Fence,
): Ask<WritingReply> {
  const { brief, settings } = table;
  const agent = settings.agents[table.authors.findIndex(({ id }) => id === author.id)];
  const { persona = null, instruction = null } = agent ?? {};
  const type = settings.generate ?? "document";
  const source = originalSource(brief)?.text ?? "";
  const input: WriteMatter = {
    kind: "merge.write",
    brief,
    seat: author,
    type,
    persona,
    instruction,
    source,
  };
  const task = text`
    Several authors write the same document, each alone. Their variants are then compared, argued about and merged.
    ${FENCE_RULE}

    This is to be written, from the source below:
    ${fence("kind of document", type)}

    Source
    ${fence("source source", source)}

    Write the whole document in Markdown, with headings, as long as the source needs, in concrete words: figures, dates
    and names where the source has them. Keep the ids of requirements. Propose what has to be decided, and say that it is
    a proposal; invent no fact that the source does not have. The variants are compared by how complete, correct, well
    ordered and clear they are and how they deal with risks.
    Reply with one JSON object whose field document holds it.
  `;
  // it comes from the person who started the merge, so it is not material to be judged
  const asked = instruction === null ? "" : `Follow this instruction: ${sanitizeLine(instruction)}`;
  return {
    prompt: [
      sharedSegment(task),
      ownSegment(
        [`You are ${author.name}.`, personaText(persona), asked].filter(Boolean).join("\n"),
      ),
    ],
    reply: WritingReply,
    promptInput: input,
    says: ({ document }) => ({
      position: null,
      confidence: null,
      words: firstLine(document),
      wouldChange: null,
    }),
  };
}

function firstLine(document: string): string {
  const line = document.split("\n").find((one) => /[\p{L}\p{N}]/u.test(one)) ?? "";
  return line.replace(/^[#\s]+/, "").slice(0, 200);
}
