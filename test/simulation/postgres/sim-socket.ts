import { Duplex } from "node:stream";

/** The other end of a socket. */
export interface SocketEnd {
  connect(): void;
  take(bytes: Buffer): void;
  /** The program has closed or destroyed its socket. */
  left(): void;
}

/** The socket that the program's database client uses. All bytes pass through the simulation. */
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

  /** Bytes arrive. `ends`: the other end closes after them. */
  receive(bytes: Uint8Array, ends: boolean): void {
    if (this.destroyed || this.#hasEnded) return;
    if (bytes.length > 0) this.push(bytes);
    if (ends) this.push(null);
    this.#hasEnded = ends;
  }

  /** The connection turns out to be broken. */
  fail(code: string): void {
    this.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: "read" }));
  }

  override _read(): void {
    // Received bytes are pushed as they arrive.
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
