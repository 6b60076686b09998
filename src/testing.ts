/** For those who test a protocol or a model of their own: everything real, nobody to pay. */
export { playedBack, recorded, type Take, takesIn } from "./models/cassette.ts";
export { type Behaviour, type Script, scripted } from "./models/scripted.ts";
export { memoryStore } from "./stores/memory.ts";
