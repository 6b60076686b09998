/**
 * Evidence from a repository, for any protocol: participants ask blind, code answers, everyone gets the same.
 *
 *   evidence-index ─▶ evidence (blind) ─▶ evidence-files ─▶ the protocol's own blind round, over the union
 *                                 before they answer each other ─▶ evidence-again ─▶ evidence-again-files (optional)
 *
 * EG1. Off unless the settings say so: the brief is then the one that was given.
 * EG2. Nobody learns who asked for what before they commit themselves: they are shown the union (K1).
 * EG3. Everything is in the journal, so a replay needs no repository.
 */
import { type Brief, formatOptionSource } from "../domain/brief.ts";
import {
  EVIDENCE_AGAIN,
  EVIDENCE_AGAIN_FILES,
  EVIDENCE_FILES,
  EVIDENCE_INDEX,
  EVIDENCE_REQUESTS,
  nameRepeatedStep,
} from "../domain/evidence/evidence-steps.ts";
import type { Json } from "../domain/json.ts";
import type { Participant } from "../domain/participant.ts";
import type { Ask, Floor } from "../protocol.ts";
import { askForFiles, askForMoreFiles, type EvidenceAsk } from "./evidence-request.ts";
import { type EvidenceSettings, readsRepository } from "./evidence-settings.ts";
import {
  describeReadState,
  type GivenPiece,
  RepositoryFilesAnswer,
  RepositoryIndexAnswer,
  type RepositoryRequest,
  type WantedRevision,
} from "./repository-request.ts";

export interface EvidenceGathering {
  readonly settings: EvidenceSettings;
  /** Who may ask for files; everyone, where it is left out. */
  readonly asked?: readonly Participant[];
  /** How a protocol puts its own matter and task, where the brief alone does not say it. */
  readonly words?: EvidenceAsk["words"];
  /** Paths that the matter is about. */
  readonly near?: readonly string[];
}

export interface GatheredEvidence {
  /** The brief with what was looked up among its sources. */
  readonly brief: Brief;
  /** Again before they answer the others, where the settings allow that; else the brief as it is. */
  readonly askAgain: (
    participants: readonly Participant[],
    nextAsk: (participant: Participant) => Ask<unknown>,
  ) => Promise<Brief>;
}

export async function gatherEvidence(
  floor: Floor,
  brief: Brief,
  { settings, asked: participants = floor.participants, words, near }: EvidenceGathering,
): Promise<GatheredEvidence> {
  if (!readsRepository(settings)) return { brief, askAgain: async () => brief };
  const revision = typeof settings.repo === "string" ? settings.repo : null;
  const request = { kind: "repository-index", revision, ...(near && { near }) } as const;
  const found = await floor.look(EVIDENCE_INDEX, toJson(request));
  const index = RepositoryIndexAnswer.parse(found.answer);
  const names = nameSources(brief, floor.participants);
  const room = { floor, settings, revision, index, names, words };
  const first = await askAndLook(room, {
    steps: { ask: EVIDENCE_REQUESTS, look: EVIDENCE_FILES },
    summary: names.summary,
    participants,
    brief,
    given: [],
    nextAsk: null,
  });
  let known = first;
  let times = 0;
  return {
    brief: first.brief,
    async askAgain(seats, nextAsk) {
      if (settings.repo_again !== true || seats.length === 0) return known.brief;
      times += 1;
      known = await askAndLook(room, {
        steps: {
          ask: nameRepeatedStep(EVIDENCE_AGAIN, times),
          look: nameRepeatedStep(EVIDENCE_AGAIN_FILES, times),
        },
        summary: nameRepeatedStep(`${names.summary}-again`, times),
        participants: seats,
        ...known,
        nextAsk,
      });
      return known.brief;
    },
  };
}

interface EvidenceRoom {
  readonly floor: Floor;
  readonly settings: EvidenceSettings;
  readonly revision: WantedRevision;
  readonly index: RepositoryIndexAnswer;
  readonly names: SourceNames;
  readonly words: EvidenceAsk["words"];
}

interface Asking {
  readonly steps: { readonly ask: string; readonly look: string };
  readonly summary: string;
  readonly participants: readonly Participant[];
  readonly brief: Brief;
  readonly given: readonly GivenPiece[];
  /** What they will be asked then: they see of the others what that shows. */
  readonly nextAsk: ((participant: Participant) => Ask<unknown>) | null;
}

async function askAndLook(
  { floor, settings, revision, index, names, words }: EvidenceRoom,
  { steps, summary, participants, brief, given, nextAsk }: Asking,
): Promise<{ readonly brief: Brief; readonly given: readonly GivenPiece[] }> {
  const { repo_bytes = 120_000, repo_bytes_each = 60_000 } = settings;
  const state = describeReadState(revision, index.commit);
  const asking = {
    brief,
    index,
    state,
    bytesEach: repo_bytes_each,
    isAskedAgain: settings.repo_again === true,
    words,
  };
  const round = await floor.round(steps.ask, participants, (participant) => {
    const ask = nextAsk?.(participant);
    return ask
      ? askForMoreFiles(asking, participant, { ask, fence: floor.fence })
      : askForFiles(asking, participant, floor.fence);
  });
  const wanted = participants.map(
    ({ id }) => round.spoken.find(({ by }) => by === id)?.reply.requests ?? [],
  );
  const { answer, sources } = await floor.look(
    steps.look,
    toJson({
      kind: "repository-files",
      revision,
      commit: index.commit,
      wanted,
      bytes: repo_bytes,
      bytesEach: repo_bytes_each,
      prefix: names.prefix,
      summary,
      given,
    }),
  );
  return {
    brief: sources.length === 0 ? brief : { ...brief, sources: [...brief.sources, ...sources] },
    given: [...given, ...RepositoryFilesAnswer.parse(answer).given],
  };
}

interface SourceNames {
  readonly prefix: string;
  readonly summary: string;
}

/** K16: an id of a source is no id of a claim, an option, a seat or another source. */
function nameSources(brief: Brief, participants: readonly Participant[]): SourceNames {
  const taken = [
    ...brief.sources.map(({ id }) => id),
    ...brief.options.flatMap(({ id }) => [id, formatOptionSource(id)]),
    ...participants.flatMap(({ id, mark }) => [id, mark]),
  ].map((id) => id.toLowerCase());
  const isFree = (name: string): boolean =>
    !taken.some((id) => id === name || id.startsWith(`${name}-`));
  let prefix = "repo";
  for (let next = 2; !isFree(prefix); next++) prefix = `repo${next}`;
  return { prefix, summary: prefix };
}

/** Everything in it is plain data. */
function toJson(request: RepositoryRequest): Json {
  return request as unknown as Json;
}
