import type { HostInventory } from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

/** `Host.inventory`: what was last read of the host. */
export const hostInventory = jsonColumn<HostInventory>(
  'the last reading of a host',
  z.looseObject({
    cpupools: z.array(z.looseObject({ name: z.string() })),
    domains: z.array(z.looseObject({ uuid: z.string(), id: z.number(), name: z.string() })),
  }),
)
