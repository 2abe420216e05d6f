import { z } from 'zod'

export const Id = z.uuid().describe('Opaque identifier (UUID).')
export const IdParams = z.object({ id: Id })
export const Timestamp = z.iso.datetime({ offset: true }).describe('RFC 3339 time.')

const HALF = 'no half of a surrogate pair'

function isWellFormed(text: string): boolean {
  return text.isWellFormed()
}

/**
 * Free text of any number of lines, and the base of all other stored text. PostgreSQL accepts every
 * character except NUL and unpaired surrogates.
 */
export const Text = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches NUL in order to refuse it
  .regex(/^[^\u0000]*$/u, 'no NUL')
  .refine(isWellFormed, HALF)

/** With them one name can be made to look like another, or a note to say what it does not. */
const UNSEEN =
  'no control characters, and none that change the direction of the text, such as U+202E'
const ONE_LINE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u
const LINES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u
export const Line = z
  .string()
  .min(1, { abort: true })
  .trim()
  // A rule of our own, because the published schema cannot say that blanks are trimmed.
  .refine((text) => text !== '', 'must not be empty')
  .regex(ONE_LINE, UNSEEN)
  .refine(isWellFormed, HALF)

export const Name = Line.max(120)
export const Notes = z.string().regex(LINES, UNSEEN).refine(isWellFormed, HALF).max(2000)
export const FileName = z.string().regex(ONE_LINE, UNSEEN).refine(isWellFormed, HALF)
export const Tag = Line.max(40)
export const Tags = z
  .array(Tag)
  .max(20)
  .refine((tags) => new Set(tags).size === tags.length, 'each tag once')

/** Domain names as Xen allows them in practice; `Domain-0` is the driver domain. */
export const DomainName = Line.max(128)

/** In an answer: files and hosts may hold names that nobody can give. */
export const FoundDomain = z.string()

export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'an IANA time zone, such as Europe/Berlin or UTC')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

export const Weight = z.number().int().min(1).max(65_535)
export const Share = z.number().min(0).max(1)
export const Milliseconds = z.number().nullable()

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(512).optional().describe('The `nextCursor` of the previous page.'),
})

const PageMeta = z.object({ nextCursor: z.string().nullable() })

export function page<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: PageMeta })
}

/** RFC 9457 problem details; every failure of the API has this shape. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string().describe('Stable, machine-readable name of the failure.'),
    requestId: z.string(),
    invalidParams: z
      .array(z.object({ name: z.string(), reason: z.string() }))
      .optional()
      .describe('The inputs that were refused, with reasons.'),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** A failure kept in a resource: what went wrong, where, what was expected and how to fix it. */
export const Trouble = z
  .object({
    code: z.string(),
    message: z.string(),
    where: z
      .object({
        path: z.string().optional(),
        line: z.number().optional(),
        column: z.number().optional(),
        byte: z.number().optional(),
      })
      .optional(),
    expected: z.string().optional(),
    fix: z.string().optional(),
  })
  .meta({ id: 'Trouble' })
export type Trouble = z.infer<typeof Trouble>

/** A time by the clock of some zone. */
export function timeOfDay(example: string) {
  return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, `a time such as ${example}`)
}
