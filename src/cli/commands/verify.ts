import { verify } from "../../audit/verify.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { EXIT } from "../exit-codes.ts";
import { textFlag } from "../flags.ts";
import { jsonText } from "../formats.ts";
import type { Action } from "../program.ts";
import { recordOf } from "../session.ts";
import { plain } from "../terminal.ts";

export const verifyCommand: Action = async (session, [reference = "last"], flags) => {
  const record = await recordOf(session, reference);
  const found = await verify({
    lines: record.lines,
    text: record.text,
    protocolOf: (id) => PROTOCOLS.find((protocol) => protocol.id === id),
    expectedHead: textFlag(flags, "head"),
  });
  const exit = found.ok ? EXIT.decided : EXIT.verification;
  if (session.flags.json) {
    session.stdout.write(`${jsonText({ debate: record.id, ...found, exit })}\n`);
    return exit;
  }
  const { style } = session;
  const { fault } = found;
  const lines = [
    ...(fault ? [`${style.red("Not verified")}  ${plain(fault.where)}: ${plain(fault.what)}`] : []),
    ...(fault ? [] : [`${style.green("Verified")}  ${plain(record.id)}`]),
    ...found.holds.map((held) => `  ${style.green(style.sign.done)} ${plain(held)}`),
    style.dim(`  head ${found.head}`),
  ];
  session.stdout.write(`${lines.join("\n")}\n`);
  return exit;
};
