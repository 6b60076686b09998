/** A company's network on this machine: a proxy with a password, and a vendor behind it whose certificate nobody knows. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

export interface PrivateAuthority {
  /** The certificate of the authority, to be trusted. */
  readonly file: string;
  /** Of the host that it vouches for. */
  readonly key: string;
  readonly certificate: string;
  remove(): void;
}

/** An authority of its own, with one certificate for a host. */
export function privateAuthority(host: string): PrivateAuthority {
  const place = mkdtempSync(join(tmpdir(), "dissent-authority-"));
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync("openssl", args, { cwd: place, encoding: "utf8" });
    if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`);
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-subj", "/CN=Company authority", "-keyout", "ca.key", "-out", "ca.pem"];
  openssl("req", "-x509", ...key, "-days", "2", ...authority);
  openssl("req", ...key, "-subj", `/CN=${host}`, "-keyout", "host.key", "-out", "host.csr");
  writeFileSync(join(place, "names"), `subjectAltName=DNS:${host}\n`);
  const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
  openssl("x509", "-req", "-in", "host.csr", ...signing, "-days", "2", "-out", "host.pem");
  return {
    file: join(place, "ca.pem"),
    key: readFileSync(join(place, "host.key"), "utf8"),
    certificate: readFileSync(join(place, "host.pem"), "utf8"),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Speaks TLS, and hands everything on to a port that does not. */
export async function tlsFront(
  { key, certificate }: PrivateAuthority,
  port: number,
): Promise<Listener> {
  return listening(
    createTlsServer({ key, cert: certificate }, (socket) =>
      joined(socket, connect(port, "127.0.0.1")),
    ),
  );
}

export interface CompanyProxy extends Listener {
  /** Every host and port that it was asked for. */
  readonly asked: readonly string[];
  /** With user and password where it has them. */
  readonly url: string;
}

export interface CompanyRules {
  /** `host:port` as it is asked for, and the port on this machine that is reached. Others are forbidden. */
  readonly routes: Readonly<Record<string, number>>;
  /** `user:password`. */
  readonly credentials?: string;
}

/** Answers CONNECT as a company's proxy does: 407 without the password, 403 for hosts that are not allowed. */
export async function companyProxy({ routes, credentials }: CompanyRules): Promise<CompanyProxy> {
  const asked: string[] = [];
  const expected =
    credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = createHttpServer((_, response) => void response.writeHead(405).end());
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const target = request.url ?? "";
    asked.push(target);
    const refuse = (line: string): void => void socket.end(`HTTP/1.1 ${line}\r\n\r\n`);
    socket.on("error", () => {});
    if (expected !== null && request.headers["proxy-authorization"] !== expected) {
      refuse("407 Proxy Authentication Required");
    } else if (routes[target] === undefined) refuse("403 Forbidden");
    else {
      const behind = connect(routes[target], "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        joined(socket, behind);
      });
      behind.on("error", () => refuse("502 Bad Gateway"));
    }
  });
  const listener = await listening(server);
  const login = credentials === undefined ? "" : `${credentials}@`;
  return { ...listener, asked, url: `http://${login}127.0.0.1:${listener.port}` };
}

function joined(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}

async function listening(server: Server): Promise<Listener> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}
