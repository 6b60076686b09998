/** A way to a PostgreSQL server that can be cut at the worst moment: after a commit arrived, before it is confirmed. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  /** The server's address, by this way. */
  readonly url: string;
  /** The next commit gets through, and nobody hears of it. */
  cutNextCommit(): void;
  /** How many commits were cut off from their answers. */
  cuts(): number;
  close(): Promise<void>;
}

export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let isArmed = false;
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    let isDoomed = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    near.on("data", (bytes) => {
      if (isArmed && bytes.includes("COMMIT\0")) {
        isArmed = false;
        isDoomed = true;
      }
      far.write(bytes);
    });
    far.on("data", (bytes) => {
      // its first answer says that the commit is done
      if (isDoomed) {
        cuts += 1;
        near.destroy();
      } else near.write(bytes);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  const by = new URL(target);
  by.port = String(address.port);
  return {
    url: by.href,
    cutNextCommit: () => {
      isArmed = true;
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
