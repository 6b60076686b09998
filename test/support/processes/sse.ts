/** A client of server-sent events that keeps all it was told. */
import { type ClientRequest, type IncomingMessage, request } from "node:http";

export interface Told {
  readonly event: string;
  readonly id: string | null;
  readonly data: unknown;
}

export interface Listening {
  readonly told: readonly Told[];
  /** Resolves with the first that fits, told or to be told; rejects when the stream ends without one. */
  until(fits: (told: Told) => boolean): Promise<Told>;
  readonly ended: Promise<void>;
  readonly response: IncomingMessage;
  leave(): void;
}

export async function listen(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<Listening> {
  const told: Told[] = [];
  const waiting = new Set<() => void>();
  const over = Promise.withResolvers<void>();
  let ended = false;
  const sent: ClientRequest = request(address, { headers, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", resolve);
    sent.end();
  });
  if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}.`);
  const wake = (): void => {
    for (const check of waiting) check();
  };
  let rest = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    told.push(...frames.flatMap(read));
    wake();
  });
  const end = (): void => {
    ended = true;
    over.resolve();
    wake();
  };
  response.on("error", end).on("close", end);
  return {
    told,
    response,
    ended: over.promise,
    leave: () => void sent.destroy(),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = told.find(fits);
          if (!found && !ended) return;
          waiting.delete(check);
          if (found) resolve(found);
          else reject(new Error(`It ended after ${told.length} events without that one.`));
        };
        waiting.add(check);
        check();
      }),
  };
}

/** A frame without data, such as a comment, is nothing that was told. */
function read(frame: string): Told[] {
  const fields = new Map(
    frame.split("\n").map((line): [string, string] => {
      const at = line.indexOf(": ");
      return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return [];
  return [
    {
      event: fields.get("event") ?? "",
      id: fields.get("id") ?? null,
      data: JSON.parse(data) as unknown,
    },
  ];
}

/** Sequences of the journal events among what was told. */
export function sequences({ told }: Pick<Listening, "told">): number[] {
  return told.flatMap(({ event, id }) => (event === "journal" ? [Number(id)] : []));
}
