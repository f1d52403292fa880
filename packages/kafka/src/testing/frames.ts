/** Cuts a stream of the Kafka protocol into its frames, each with its length in front. */
export class Frames {
  readonly #onFrame: (frame: Buffer) => void;
  #rest = Buffer.alloc(0);

  constructor(onFrame: (frame: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  push(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const length = this.#rest.length < 4 ? Infinity : 4 + this.#rest.readInt32BE(0);
      if (this.#rest.length < length) return;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#onFrame(frame);
    }
  }
}
