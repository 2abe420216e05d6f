/** An answer that a thread has written out by the schema of its operation: JSON in UTF-8. */
export class Written {
  readonly json: Buffer

  constructor(json: Uint8Array) {
    this.json = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  }
}
