/** For testing your own protocol or model: everything is real, and nothing costs money. */
export { playedBack, recordAnswers, type Take, takesIn } from "./models/cassette.ts";
export { type Behaviour, type Script, scripted } from "./models/scripted.ts";
export { memoryStore } from "./stores/memory.ts";
