import pg from 'pg'

/**
 * A connection that sends a query when the one before it has been answered. Prisma asks for all parts
 * of an `include` at once, also in a transaction, which has only one connection. pg queues them by
 * itself, but warns that pg 9 will not.
 */
export class OneAtATimeClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve()

  // biome-ignore lint/suspicious/noExplicitAny: pg declares many shapes of a query
  override query(...query: any[]): any {
    const send = () => (super.query as (...query: unknown[]) => unknown)(...query)
    // The pool's own queries come with a callback, and have the connection to themselves.
    if (typeof query.at(-1) === 'function') return send()
    const answer = this.#last.then(send)
    this.#last = answer.catch(() => {})
    return answer
  }
}
