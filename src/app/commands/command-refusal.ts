/** The error of a command that came too late: the debate or its price has changed. */
import { DissentError } from "../../errors.ts";

/** Things have changed since somebody looked: a command that is repeated later, or agreed to again, can succeed. */
export class CommandRefusal extends DissentError {
  readonly code: "held-elsewhere" | "price-changed";

  constructor(code: CommandRefusal["code"], message: string, hint?: string) {
    super(message, hint === undefined ? {} : { hint });
    this.code = code;
  }
}
