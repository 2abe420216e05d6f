import { z } from 'zod'
import type { Region } from './region.ts'

const Edge = z.coerce.number<string>().nonnegative()
const Edges = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.tuple([Edge, Edge, Edge, Edge]))
const RequestNumber = z.coerce.number().int().nonnegative()

type Params = Pick<URLSearchParams, 'get'>

/** The region that an address names; null where it names none. */
export function regionIn(params: Params): Region | null {
  const { data: edges } = Edges.safeParse(params.get('region'))
  if (!edges) return null
  const [fromSeconds, toSeconds, fromMs, toMs] = edges
  return { fromSeconds, toSeconds, fromMs, toMs }
}

/** @param count of the requests that there are; a number beyond is as if none were named */
export function requestIn(params: Params, count: number): number | null {
  const { data: number } = RequestNumber.safeParse(params.get('request') || undefined)
  return number !== undefined && number < count ? number : null
}

export function regionText({ fromSeconds, toSeconds, fromMs, toMs }: Region): string {
  return [fromSeconds, toSeconds, fromMs, toMs].join(',')
}
