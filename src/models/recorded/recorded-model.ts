/** Plays the replies of a recorded debate, found by step and seat. Nobody is asked and nothing is paid for. */
import { RECORDED_PROVIDER } from "../../domain/recorded-replies.ts";
import { type AnswerMetadata, type Model, ModelError, type ModelRequest } from "../../model.ts";
import type { RecordedReply, Recording } from "./recording.ts";

/** A seat's reference: the recording, then the model that was recorded. */
export function formatRecordedReference(recording: string, model: string): string {
  return `${RECORDED_PROVIDER}/${recording}/${model}`;
}

export function createRecordedModel(id: string, { head, replies }: Recording): Model {
  return {
    id,
    notice: `${head.label} (${head.recorded})`,
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer(request) {
      const key = formatReplyKey(request);
      const found = replies.get(key);
      if (!found) {
        throw new ModelError("unavailable", `the recording has no reply for ${key}`);
      }
      const served = createRecordedMetadata(found);
      if (found.absent) {
        throw new ModelError(found.absent.reason, found.absent.detail, { served });
      }
      yield {
        type: "answer-given",
        text: found.text ?? JSON.stringify(found.reply, null, 2),
        served,
      };
    },
  };
}

function formatReplyKey({ key, attempt }: ModelRequest): string {
  return `${key.split("/").slice(1).join("/")}#${attempt}`;
}

/** Tokens as they were counted then; what they cost then is not paid now. */
function createRecordedMetadata({ served }: RecordedReply): AnswerMetadata {
  return { provider: RECORDED_PROVIDER, ...served, costUsd: 0 };
}
