import { Duplex } from "node:stream";

/** What a socket is connected to. */
export interface SocketEnd {
  connect(): void;
  take(bytes: Buffer): void;
  /** The program has closed its socket, or given it up. */
  left(): void;
}

/** The program's end of a connection, as its database client sees a socket. What it writes, and what comes, passes through the simulation. */
export class SimSocket extends Duplex {
  readonly #end: SocketEnd;
  #hasEnded = false;

  constructor(end: (socket: SimSocket) => SocketEnd) {
    super({ allowHalfOpen: false });
    this.#end = end(this);
  }

  connect(): this {
    this.#end.connect();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Bytes arrive; `ends`: and the other end closes behind them. */
  receive(bytes: Uint8Array, ends: boolean): void {
    if (this.destroyed || this.#hasEnded) return;
    if (bytes.length > 0) this.push(bytes);
    if (ends) this.push(null);
    this.#hasEnded = ends;
  }

  /** The connection is found to be gone. */
  fail(code: string): void {
    this.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: "read" }));
  }

  override _read(): void {
    // What comes is pushed.
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#end.take(bytes);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end.left();
    done(error);
  }
}
