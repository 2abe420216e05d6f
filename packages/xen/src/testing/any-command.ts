import fc from 'fast-check'
import type { HostCommand } from '../host-command.ts'
import { moveAlias } from '../move-alias.ts'
import { formatPCpuList } from '../xl/p-cpu-list.ts'

const scheduler = fc.constantFrom('credit' as const, 'credit2' as const)
const weight = fc.integer({ min: 1, max: 65535 })
const cap = fc.integer({ min: 0, max: 819200 })
const guest = fc.integer({ min: 1, max: 0x7fef })
const pCpus = fc
  .array(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 8 })
  .map(formatPCpuList)

export const PEER = moveAlias('0199aaaa-0000-7000-8000-0123456789ab')

/** Any command of the allow-list, with one host that guests may be moved to. */
export const anyCommand: fc.Arbitrary<HostCommand> = fc.oneof(
  fc.constantFrom<HostCommand>(
    { verb: 'info' },
    { verb: 'list-uuids' },
    { verb: 'list-cpupools' },
    { verb: 'cpupool-list' },
    { verb: 'cpupool-pcpus' },
    { verb: 'vcpu-list' },
    { verb: 'cpupool-destroy' },
    { verb: 'rtds-read' },
    { verb: 'clock' },
    { verb: 'trace-readers' },
    { verb: 'move-processes' },
    { verb: 'end-tracing' },
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3601 }))
    .map(([intervalSeconds, samples]) => ({ verb: 'xentop' as const, intervalSeconds, samples })),
  fc.integer({ min: 1, max: 3600 }).map((seconds) => ({ verb: 'xentrace' as const, seconds })),
  fc
    .tuple(scheduler, fc.option(fc.integer({ min: 0, max: 0x7fef }), { nil: undefined }))
    .map(([scheduler, id]) => ({
      verb: 'sched-read' as const,
      scheduler,
      ...(id === undefined ? {} : { domainId: id }),
    })),
  fc
    .tuple(scheduler, guest, weight, cap, fc.constantFrom('weight', 'cap', 'both'))
    .map(([scheduler, domainId, weight, cap, which]) => ({
      verb: 'sched-set' as const,
      scheduler,
      domainId,
      ...(which === 'cap' ? {} : { weight }),
      ...(which === 'weight' ? {} : { cap }),
    })),
  fc
    .tuple(
      fc.integer({ min: 0, max: 0x7fef }),
      fc.oneof(fc.constant('all' as const), fc.integer({ min: 0, max: 8191 })),
      fc.oneof(fc.constant('all'), pCpus),
    )
    .map(([domainId, vCpu, affinity]) => ({
      verb: 'vcpu-pin' as const,
      domainId,
      vCpu,
      affinity,
    })),
  fc
    .tuple(fc.constantFrom('cpupool-cpu-remove' as const, 'cpupool-cpu-add' as const), pCpus)
    .map(([verb, list]) => ({ verb, pCpus: list })),
  fc
    .tuple(fc.constantFrom('rtds' as const, 'credit' as const), pCpus)
    .map(([scheduler, list]) => ({ verb: 'cpupool-create' as const, scheduler, pCpus: list })),
  guest.map((domainId) => ({ verb: 'migrate' as const, domainId, alias: PEER })),
  fc
    .tuple(guest, fc.constantFrom('Pool-0', 'steelyard-rt'))
    .map(([domainId, cpupool]) => ({ verb: 'cpupool-migrate' as const, domainId, cpupool })),
  fc
    .tuple(
      guest,
      fc.integer({ min: 10, max: 9_999_999 }),
      fc.integer({ min: 10, max: 9_999_999 }),
      fc.boolean(),
    )
    .map(([domainId, periodUs, budgetUs, extraTime]) => ({
      verb: 'rtds-set' as const,
      domainId,
      reservation: { periodUs, budgetUs, extraTime },
    })),
)
