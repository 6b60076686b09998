/** The least code that holds the debate: no journal, no deadline, no limits, nothing to resume. */
import {
  backgroundOf,
  type Held,
  promptOf,
  readPosition,
  seatNames,
  verdictOf,
} from "../reference-debate.ts";
import type { Arm, ArmSetting } from "./arm.ts";

export function floorArm({ shape, model }: ArmSetting): Arm {
  const seats = seatNames(shape);
  const background = backgroundOf(shape);

  function round(before: readonly Held[]): Promise<Held[]> {
    return Promise.all(
      seats.map(async (seat) => {
        const others = before.filter((held) => held.seat !== seat);
        const text = await model.answer(seat, [promptOf(background, seat, others)]);
        return { seat, position: readPosition(text) };
      }),
    );
  }

  return {
    async hold() {
      let held = await round([]);
      for (let number = 2; number <= shape.rounds && verdictOf(held).choice === null; number++) {
        held = await round(held);
      }
      if (verdictOf(held).choice !== null) throw new Error("The debate was to stay contested.");
    },
    async close() {},
  };
}
