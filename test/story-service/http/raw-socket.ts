import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Fixture } from "../fixtures.ts";
import { keyOfAnn } from "../fixtures.ts";

/** A connection to the service, on which a test writes what no HTTP client would. */
export async function openSocket({ service }: Pick<Fixture, "service">): Promise<Socket> {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}

/** Everything that the service says on a connection until it hangs up; what it was sent and how it ended do not matter. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
    });
    socket.on("end", () => socket.end());
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

/** Sends text as it is, and reads until the service hangs up. */
export async function sendRaw(fixture: Pick<Fixture, "service">, text: string): Promise<string> {
  const socket = await openSocket(fixture);
  const answer = readToEnd(socket);
  socket.write(text, "latin1");
  return answer;
}

/** The text of a request with Ann's key and a JSON body, and with these header lines more. */
export function postRequest(path: string, body: object, more = "", host = "127.0.0.1"): string {
  const text = JSON.stringify(body);
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${keyOfAnn}\r\n${type}${more}\r\n${text}`;
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly json: any;
}

/** The whole answers in what came over a connection, by their Content-Length; fails where one is cut off. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const head = end < 0 ? rest : rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    const body = rest.slice(end + 4, end + 4 + length);
    if (end < 0 || body.length !== length) throw new Error(`an answer that is cut off: ${rest}`);
    const isJson = /content-type: application\/json/i.test(head);
    answers.push({ status, head, json: isJson && body !== "" ? JSON.parse(body) : undefined });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
