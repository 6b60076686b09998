import { modelConformance, openingRequest } from "../../test/conformance/model.ts";
import { recommends } from "../../test/support/protocols/judges.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { type Model, ModelError } from "../model.ts";
import { playedBack, recordAnswers, type Take } from "./cassette.ts";
import { offline } from "./offline.ts";
import { scripted } from "./scripted.ts";

const { reply } = recommends("risk", "A");
const answering = (): Model => scripted({ "openings/risk": { reply } });
const failing = (): Model => scripted({ "openings/risk": { refuse: "no" } });
const speaking = (): Model =>
  scripted({ "*": { slow: { chunks: 5, everyMs: 10, reply } } }, { clock: fakeClock() });

/** A cassette of one answer of a model, or of its failure. */
async function recordCassette(model: Model): Promise<ReadonlyMap<string, Take>> {
  const takes = new Map<string, Take>();
  const recording = recordAnswers(model, (take) => takes.set(take.at, take));
  try {
    const signal = new AbortController().signal;
    for await (const event of recording.answer(openingRequest(), signal)) void event;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
  }
  return takes;
}

const takes = await recordCassette(answering());
const failures = await recordCassette(failing());

modelConformance("scripted", { answering, failing, silent: speaking });
modelConformance("scripted, and silent", {
  answering,
  failing: () => scripted({}),
  silent: () => scripted({ "*": { hang: true } }),
});
modelConformance("recorded", {
  answering: () => recordAnswers(answering(), () => {}),
  failing: () => recordAnswers(failing(), () => {}),
  silent: () => recordAnswers(speaking(), () => {}),
});
modelConformance("played back", {
  answering: () => playedBack("any", takes),
  failing: () => playedBack("any", failures),
});
modelConformance("offline", { answering: () => offline(), silent: () => offline() });
