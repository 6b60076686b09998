/** An agent that says a little and then nothing, for ever; it ends when it is asked to. */
process.stdin.resume();
process.stdout.write('{"type":"start');
setInterval(() => {}, 60_000);
