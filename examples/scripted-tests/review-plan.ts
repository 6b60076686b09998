/** The code under test: a release script that asks a panel before it goes on. */
import { dissent, memoryStore, type Model } from "dissent";

export interface Review {
  readonly go: boolean;
  readonly why: string;
}

export interface Reviewing {
  readonly go: string;
  readonly wait: string;
  readonly modelFor: (seat: string) => Promise<Model>;
}

export async function reviewPlan(question: string, reviewing: Reviewing): Promise<Review> {
  const app = dissent({ store: memoryStore(), modelFor: reviewing.modelFor });
  const brief = {
    id: "release",
    question,
    options: [
      { id: "A", label: "Release now", description: reviewing.go },
      { id: "B", label: "Wait", description: reviewing.wait },
    ],
    sources: [],
    featureName: null,
    featureDir: null,
  };
  const names = ["risk", "value", "effort"];
  const seats = Object.fromEntries(names.map((seat) => [seat, { model: seat }]));
  const debate = await app.open(app.plan("judges", { brief, seats }), "release");
  const result = await app.run({ debate });
  await app.close();
  if (result.status !== "settled") return { go: false, why: result.detail };
  const { ending, choice, summary, absences } = result.outcome;
  // a panel that was not whole says nothing about a release
  if (absences.length > 0) return { go: false, why: `${absences.length} absent` };
  return { go: ending === "decided" && choice === "A", why: summary };
}
