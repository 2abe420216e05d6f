import type { Deps } from '../../deps.ts'

/** Deps of a process that dies just before each of its transactions is committed. */
export function dyingDeps<D extends Pick<Deps, 'db'>>(deps: D): D {
  const db = new Proxy(deps.db, {
    get(target, name) {
      if (name !== '$transaction') return Reflect.get(target, name)
      return (work: (tx: object) => Promise<unknown>, options: object) =>
        target.$transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }, options)
    },
  })
  return { ...deps, db }
}
