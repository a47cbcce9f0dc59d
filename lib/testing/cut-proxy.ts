import { connect, createServer, type Socket } from "node:net";

export interface CutProxy {
  /** Where clients connect to. */
  readonly url: string;
  /** Cuts every connection, as a network does; new ones go to `port`. */
  cut(port: number): void;
  close(): Promise<void>;
}

/** A wire between clients and a server that can be cut and led to another server. */
export async function startCutProxy(port: number): Promise<CutProxy> {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from
        .on("error", () => to.destroy())
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut(next) {
      target = next;
      cutAll();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        cutAll();
      }),
  };
}
