/** From a model reference to the model behind it. Adapters are loaded only when one is asked for. */
import { appendFileSync, readFileSync, type Stats, statSync } from "node:fs";
import { resolve } from "node:path";

import { SetupError } from "../errors.ts";
import type { Model } from "../model.ts";
import { playedBack, recorded, takesIn } from "./cassette.ts";
import { person } from "./person.ts";
import type { Script } from "./scripted.ts";

export interface ModelSetting {
  readonly cwd: string;
  /** Cassette to write. */
  readonly recordTo?: string;
  /** Cassette to answer from, in place of every model. */
  readonly replayFrom?: string;
  readonly parseScript: (text: string, path: string) => Script;
}

export type ModelSource = (reference: string) => Promise<Model>;

export function modelSource(setting: ModelSetting): ModelSource {
  const known = new Map<string, Promise<Model>>();
  return (reference) => {
    const model = known.get(reference) ?? loaded(setting, reference);
    known.set(reference, model);
    return model;
  };
}

async function loaded(setting: ModelSetting, reference: string): Promise<Model> {
  const { cwd, recordTo, replayFrom } = setting;
  if (replayFrom !== undefined) {
    const path = resolve(cwd, replayFrom);
    return playedBack(reference, takesIn(textOf(path, replayFrom), replayFrom));
  }
  const model = await adapterFor(setting, reference);
  if (recordTo === undefined) return model;
  const path = resolve(cwd, recordTo);
  return recorded(model, (take) => {
    appendFileSync(path, `${JSON.stringify(take)}\n`, { mode: 0o600 });
  });
}

async function adapterFor({ cwd, parseScript }: ModelSetting, reference: string): Promise<Model> {
  const slash = reference.indexOf("/");
  const provider = slash === -1 ? reference : reference.slice(0, slash);
  const rest = slash === -1 ? "" : reference.slice(slash + 1);
  if (rest !== "" && provider !== "scripted") throw unknownModel(reference);
  switch (provider) {
    case "offline":
      return (await import("./offline.ts")).offline();
    case "person":
      return person();
    case "scripted": {
      const { scripted } = await import("./scripted.ts");
      return scripted(parseScript(textOf(resolve(cwd, rest), rest), rest), { id: reference });
    }
    default:
      throw unknownModel(reference);
  }
}

// far more than a script or a cassette needs
const LARGEST_FILE = 64 * 1024 * 1024;

function textOf(path: string, shown: string): string {
  try {
    // a device or a pipe would never end
    const { size } = regularFile(path);
    if (size > LARGEST_FILE) throw new Error("too large");
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new SetupError("file-unreadable", `The file ${shown} cannot be read.`, {
      cause,
      hint: "Check the path after scripted/ or --replay.",
    });
  }
}

function regularFile(path: string): Stats {
  const found = statSync(path);
  if (!found.isFile()) throw new Error("not a file");
  return found;
}

function unknownModel(reference: string): SetupError {
  return new SetupError("unknown-model", `There is no model "${reference}".`, {
    hint: "Use offline, person, or scripted/<file.yaml>.",
  });
}
