import type { RecordedChange, ApplicationStep as XenStep } from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn } from './json-column.ts'

/** `Application.before`: the changes, with the values that were in force before them. */
export const recordedChanges = jsonColumn<RecordedChange[]>(
  'the changes of an application',
  z.array(
    z.looseObject({
      lever: z.string(),
      uuid: z.string(),
      name: z.string(),
      before: z.looseObject({}),
      after: z.looseObject({}),
    }),
  ),
)

/** `ApplicationStep.detail` */
export const applicationStep = jsonColumn<XenStep>(
  'a step of an application',
  z.looseObject({ sequence: z.number(), at: z.string(), kind: z.string() }),
)
