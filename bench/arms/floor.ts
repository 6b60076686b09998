/** The least code that holds the debate: no journal, no deadline, no limits, nothing to resume. */
import {
  writeBackground,
  type Held,
  writePrompt,
  readPosition,
  seatNames,
  countVerdict,
} from "../reference-debate.ts";
import type { Arm, ArmSetting } from "./arm.ts";

export function floorArm({ shape, model }: ArmSetting): Arm {
  const seats = seatNames(shape);
  const background = writeBackground(shape);

  function round(before: readonly Held[]): Promise<Held[]> {
    return Promise.all(
      seats.map(async (seat) => {
        const others = before.filter((held) => held.seat !== seat);
        const text = await model.answer(seat, [writePrompt(background, seat, others)]);
        return { seat, position: readPosition(text) };
      }),
    );
  }

  return {
    async hold() {
      let held = await round([]);
      for (let number = 2; number <= shape.rounds && countVerdict(held).choice === null; number++) {
        held = await round(held);
      }
      if (countVerdict(held).choice !== null) throw new Error("The debate was to stay contested.");
    },
    async close() {},
  };
}
