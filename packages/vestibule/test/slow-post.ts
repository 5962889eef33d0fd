import { connect } from "node:net";

/** A POST whose body pauses half way until `finish`. */
export function slowPost(port: string) {
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  const head = [
    "POST /api/v1/accounts/find HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    "api-key: belair",
  ];
  socket.write(`${[...head, "content-length: 4", "connection: close", "", ""].join("\r\n")}{}`);
  const status = new Promise<number>((resolve, reject) => {
    socket.once("data", (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1])));
    socket.once("error", reject);
  });
  return { status, finish: () => socket.write("  ") };
}
