/**
 * K4: a model that was seated and cannot be reached here: its program is not installed, or its key is not set. It
 * stands in for the seat, so that the debate is held without it and the seat is an absence like any other.
 */
import { findModelFamily } from "../../domain/vendor.ts";
import { type UnreachableError, isUnreachableError } from "../../errors.ts";
import { type Model, ModelError } from "../../model.ts";

function createUnreachableModel(reference: string, error: UnreachableError): Model {
  const { code, message: why, hint = null } = error;
  return {
    id: reference,
    family: findModelFamily(reference),
    unreachable: { code, why, fix: hint },
    worstCase: () => ({ tokens: 0, usd: 0 }),
    answer: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          // where nobody can be reached, the debate pauses until somebody can
          Promise.reject(new ModelError("unavailable", why, { keyRefused: true, cause: error })),
      }),
    }),
  };
}

/** A source that gives a stand-in for what cannot be reached; every other mistake is still one. */
export function createSeatModelSource(
  modelFor: (reference: string) => Promise<Model>,
): (reference: string) => Promise<Model> {
  return async (reference) => {
    try {
      return await modelFor(reference);
    } catch (error) {
      if (!isUnreachableError(error)) throw error;
      return createUnreachableModel(reference, error);
    }
  };
}
