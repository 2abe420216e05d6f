import type { Region } from './region.ts'

type Params = Pick<URLSearchParams, 'get'>

/** The region that an address names; null where it names none. */
export function regionIn(params: Params): Region | null {
  const edges = (params.get('region') ?? '').split(',').map(Number)
  if (edges.length !== 4 || !edges.every((edge) => Number.isFinite(edge) && edge >= 0)) return null
  const [fromSeconds, toSeconds, fromMs, toMs] = edges as [number, number, number, number]
  return { fromSeconds, toSeconds, fromMs, toMs }
}

/** @param count of the requests that there are; a number beyond is as if none were named */
export function requestIn(params: Params, count: number): number | null {
  const number = Number(params.get('request') || Number.NaN)
  return Number.isInteger(number) && number >= 0 && number < count ? number : null
}

export function regionText({ fromSeconds, toSeconds, fromMs, toMs }: Region): string {
  return [fromSeconds, toSeconds, fromMs, toMs].join(',')
}
