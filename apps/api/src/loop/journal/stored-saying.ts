import { type Saying, words } from '@steelyard/words'
import { z } from 'zod'
import type { Prisma } from '../../db.ts'
import { versionOf } from '../../json-column.ts'

const VERSION = 1

const Stored = z.looseObject({
  version: z.literal(VERSION),
  code: z.string().refine((code) => Object.hasOwn(words.loop.sayings, code)),
})

/** `JournalEntry.detail` and `HostRecommendation.why` */
export function packSaying(saying: Saying): Prisma.InputJsonObject {
  return { version: VERSION, ...saying } as Prisma.InputJsonObject
}

/**
 * What is said, in words. One line of a journal that another version wrote must not hide the others,
 * so it says so in its place.
 * @param text as it was written before there were versions
 */
export function sayingText(text: string | null, stored: unknown): string {
  if (text !== null) return text
  const { success, data } = Stored.safeParse(stored)
  return success
    ? words.loop.saying(data as unknown as Saying)
    : words.unknownForm(versionOf(stored))
}
