import type { RequestReceiver, RequestSink } from './request-sink.ts'

/** Passes each request to both. */
export function toBoth(first: RequestSink, second: RequestSink): RequestSink {
  return {
    openRequests: (...opened) =>
      new Both(first.openRequests(...opened), second.openRequests(...opened)),
  }
}

class Both implements RequestReceiver {
  readonly #one: RequestReceiver
  readonly #other: RequestReceiver

  constructor(one: RequestReceiver, other: RequestReceiver) {
    this.#one = one
    this.#other = other
  }

  add(startEpochSeconds: number, durationSeconds: number, isError: boolean, bytes: number): void {
    this.#one.add(startEpochSeconds, durationSeconds, isError, bytes)
    this.#other.add(startEpochSeconds, durationSeconds, isError, bytes)
  }

  close(isTimed?: boolean): void {
    this.#one.close(isTimed)
    this.#other.close(isTimed)
  }
}
