import { z } from 'zod'
import { capOf, MOST_CAP_PERCENT, MOST_WEIGHT, weightOf } from '../inventory/weight-of.ts'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { XapiError } from '../xapi-error.ts'

/** What XAPI stores of a guest for its next start, resume or migration. */
export interface StoredWeight {
  /** From 1 to 65535; null: none, so Xen's 256. */
  weight: number | null
  /** Percent of one pCPU, 0 for no cap; null: none is stored, which means no cap too. */
  cap: number | null
}

export interface StoredParams extends StoredWeight {
  mask: string | null
  /** All that is stored, nonsense included, as texts by their keys. */
  texts: Record<string, string>
}

export interface StoredChange {
  before: StoredParams
  after: StoredParams
}

/** What is restored, where it has to be one of ours: a number, or the very text that stood there. */
type Wanted = Record<'weight' | 'cap', string | null>

/**
 * Stores weight and cap of a guest and reads them back. XAPI gives them to Xen at its next start,
 * resume or migration, and not before: its call for a running guest is not implemented. Keys are
 * removed and added one by one, so that the mask of its vCPUs survives.
 *
 * @throws XapiError `invalid-argument`, `not-as-set` where something else stands there afterwards
 *   (what stood there before is stored again first), and those of a call
 */
export async function setStoredWeight(
  pool: XapiPool,
  guest: { uuid: string },
  { weight, cap }: StoredWeight,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<StoredChange> {
  const isWhole = (value: number | null, least: number, most: number) =>
    value === null || (Number.isInteger(value) && value >= least && value <= most)
  if (!isWhole(weight, 1, MOST_WEIGHT) || !isWhole(cap, 0, MOST_CAP_PERCENT))
    throw new XapiError('invalid-argument', 'Weight or cap is none that Xen takes.')
  const wanted = { weight: textOf(weight), cap: textOf(cap) }
  return change(pool, guest, wanted, options)
}

/**
 * Stores weight and cap again as they were before a change, even where they were no numbers.
 * @throws XapiError as `setStoredWeight`
 */
export async function restoreStoredWeight(
  pool: XapiPool,
  guest: { uuid: string },
  { texts }: Pick<StoredParams, 'texts'>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<StoredChange> {
  return change(pool, guest, wantedOf(texts), options)
}

/** @throws XapiError */
export async function readStoredWeight(
  pool: XapiPool,
  guest: { uuid: string },
  options: Pick<CallOptions, 'signal'> = {},
): Promise<StoredParams> {
  return read(pool, await referenceOf(pool, guest, options), options)
}

async function change(
  pool: XapiPool,
  guest: { uuid: string },
  wanted: Wanted,
  options: Pick<CallOptions, 'signal'>,
): Promise<StoredChange> {
  const reference = await referenceOf(pool, guest, options)
  const before = await read(pool, reference, options)
  try {
    await write(pool, reference, before, wanted, options)
    const after = await read(pool, reference, options)
    const expected: Record<string, string | null> = { ...before.texts, ...wanted }
    const differs = Object.keys({ ...expected, ...after.texts }).find(
      (key) => (expected[key] ?? null) !== (after.texts[key] ?? null),
    )
    if (differs === undefined) return { before, after }
    throw new XapiError('not-as-set', `XAPI shows another ${differs.slice(0, 50)} than was set.`)
  } catch (error) {
    // Between removing and adding a guest has neither, so what stood there comes back at once.
    const now = await read(pool, reference, {}).catch(() => null)
    if (now) await write(pool, reference, now, wantedOf(before.texts), {}).catch(() => {})
    throw error
  }
}

async function write(
  pool: XapiPool,
  reference: string,
  { texts }: StoredParams,
  wanted: Wanted,
  options: Pick<CallOptions, 'signal'>,
): Promise<void> {
  for (const [key, value] of Object.entries(wanted)) {
    if ((texts[key] ?? null) === value) continue
    if (key in texts)
      await pool.call('VM.remove_from_VCPUs_params', [reference, key], z.unknown(), options)
    if (value !== null)
      await pool.call('VM.add_to_VCPUs_params', [reference, key, value], z.unknown(), options)
  }
}

async function read(
  pool: XapiPool,
  reference: string,
  options: Pick<CallOptions, 'signal'>,
): Promise<StoredParams> {
  const shape = z.record(z.string(), z.string())
  const texts = await pool.call('VM.get_VCPUs_params', [reference], shape, options)
  return {
    weight: weightOf(texts.weight),
    cap: capOf(texts.cap),
    mask: texts.mask ?? null,
    texts,
  }
}

async function referenceOf(
  pool: XapiPool,
  { uuid }: { uuid: string },
  options: Pick<CallOptions, 'signal'>,
): Promise<string> {
  return pool.call('VM.get_by_uuid', [uuid], z.string(), options)
}

function wantedOf(texts: Record<string, string>): Wanted {
  return { weight: texts.weight ?? null, cap: texts.cap ?? null }
}

function textOf(value: number | null): string | null {
  return value === null ? null : String(value)
}
