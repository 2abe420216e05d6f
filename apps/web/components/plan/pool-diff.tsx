import type { PoolChange } from '@steelyard/contract'
import { BeforeAfter } from '../ui/before-after.tsx'

/** Lists the pCPUs of each cpupool, above the domains that move between the pools. */
export function PoolDiff({ pools }: { pools: readonly PoolChange[] }) {
  return (
    <dl className="mx-4 mb-4 grid gap-3 sm:mx-6 sm:grid-cols-2">
      {pools.map(({ cpupool, scheduler, pCpusBefore, pCpusAfter }) => (
        <div key={cpupool} className="rounded-lg border border-line px-4 py-3">
          <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium [overflow-wrap:anywhere]">{cpupool}</span>
            <span className="text-sm text-ink-soft">
              {pCpusBefore === null ? 'new, ' : ''}scheduler {scheduler}
            </span>
          </dt>
          <dd className="mt-1 text-sm">
            pCPUs <BeforeAfter before={pCpusBefore ?? 'none'} after={pCpusAfter ?? 'none'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
