import { z } from 'zod'
import { Tag } from './common.ts'
import { PERMISSIONS, ROLES } from './permissions.ts'

export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

export const TagPattern = Tag.refine(
  (pattern) => !pattern.slice(0, -1).includes('*'),
  'a tag, or the beginning of tags followed by *',
)

/** A role on the hosts with a matching tag; without a tag, on every host and on what has no host. */
export const Grant = z
  .object({
    role: Role,
    tag: TagPattern.nullable()
      .default(null)
      .describe('`web` or `web-*`: the role holds on hosts with such a tag. Null: on every host.'),
  })
  .refine(({ role, tag }) => role !== 'administrator' || tag === null, {
    path: ['tag'],
    message: 'an administrator administers every host',
  })
  .meta({ id: 'Grant' })
export type Grant = z.infer<typeof Grant>
