import { formatPercent } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'

/** Shows how much of a pCPU its real-time domains need. */
export function PCpuBar({
  pCpu,
  utilisation,
  fits,
}: {
  pCpu: number
  utilisation: number
  fits: boolean
}) {
  return (
    <div
      role="img"
      aria-label={`pCPU ${pCpu}: ${formatPercent(utilisation)} real-time${fits ? '' : ', more than it has'}`}
      className="h-3 overflow-hidden rounded-sm bg-sunken"
    >
      <div
        className={cx('h-full', fits ? 'bg-accent' : 'bg-danger')}
        style={{ width: `${Math.min(100, utilisation * 100)}%` }}
      />
    </div>
  )
}
