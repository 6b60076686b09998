/** An agent that reads its prompt to the end and prints the words it was given; leaves a trace where told to. */
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const [words = "", trace] = process.argv.slice(2);
const prompt = await text(process.stdin);
if (trace !== undefined) writeFileSync(trace, prompt);
process.stdout.write(words);
