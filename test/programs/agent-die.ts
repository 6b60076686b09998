/** An agent that fails: it complains on stderr, with escapes and with its own key, and ends with the code it is told. */
const [code = "1", ...words] = process.argv.slice(2);
process.stderr.write("\u001b[31mnoise before it\u001b[0m\n".repeat(2_000));
process.stderr.write(
  `\u001b]0;owned\u0007${words.join(" ")} ${process.env["AGENT_API_KEY"] ?? ""}\u202e\n`,
);
process.exitCode = Number(code);
