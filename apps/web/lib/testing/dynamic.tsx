import type { ComponentType } from 'react'

type Later<Props> = Promise<ComponentType<Props>>

const underWay: Promise<void>[] = []

/**
 * Stands for `next/dynamic` in tests, which render as the server does: parts whose code comes later
 * are there, unless they are for browsers alone.
 */
export default function dynamic<Props extends object>(
  load: () => Later<Props>,
  { ssr = true, loading }: { ssr?: boolean; loading?: ComponentType } = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  if (ssr)
    underWay.push(
      load().then((it) => {
        Loaded = it
      }),
    )
  const Loading = loading ?? (() => null)
  return (props) => (Loaded ? <Loaded {...props} /> : <Loading />)
}

/** What is loaded may load more in its turn. */
export async function allParts(): Promise<void> {
  while (underWay.length > 0) await underWay.pop()
}
