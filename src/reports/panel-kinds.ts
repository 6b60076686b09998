/** Who sat on a panel, so that a reader of a decision record takes no language model for a person. */
import type { Participant } from "../domain/participant.ts";

type PanelKind = "model" | "person" | "built-in reader";

function readPanelKind({ model }: Pick<Participant, "model">): PanelKind {
  if (model === "person") return "person";
  return model === "offline" ? "built-in reader" : "model";
}

/** "Risk (model), Dana (person)". */
export function listConsulted(participants: readonly Participant[]): string {
  return participants.map((one) => `${one.name} (${readPanelKind(one)})`).join(", ");
}

/** A sentence for each kind: "Language models took the roles of Risk and Value (local/m)." */
export function describePanelKinds(participants: readonly Participant[]): string {
  const sentences = (["model", "person", "built-in reader"] as const).flatMap((kind) => {
    const seats = participants.filter((one) => readPanelKind(one) === kind);
    return seats.length === 0 ? [] : [describePanelKind(kind, seats)];
  });
  return sentences.join(" ");
}

function describePanelKind(kind: PanelKind, seats: readonly Participant[]): string {
  const names = seats.map(({ name }) => name);
  const last = names.pop() ?? "";
  const roles =
    names.length === 0 ? `the role of ${last}` : `the roles of ${names.join(", ")} and ${last}`;
  if (kind === "person") return `${names.length === 0 ? "A person" : "People"} took ${roles}.`;
  if (kind === "built-in reader")
    return `The built-in reader, which is not a language model, took ${roles}.`;
  const models = [...new Set(seats.map(({ model }) => model))];
  const who = models.length === 1 ? "A language model" : "Language models";
  return `${who} took ${roles} (${models.join(", ")}).`;
}
