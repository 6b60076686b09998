/** An agent that prints bytes which mean nothing, terminal escapes among them, and ends well or not as told. */
const bytes = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919 + 13) % 256));
process.stdout.write(
  Buffer.concat([Buffer.from('\u001b]0;owned\u0007\u001b[2J{"result": '), bytes]),
);
process.exitCode = Number(process.argv[2] ?? 0);
