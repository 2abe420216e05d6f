import type { QualityInput } from './check.ts'
import { cpuChecks } from './cpu-checks.ts'
import type { Finding } from './finding.ts'
import { hostChecks } from './host-checks.ts'
import { lawChecks } from './law-checks.ts'
import { requestChecks } from './request-checks.ts'
import { sourceChecks } from './source-checks.ts'
import { windowChecks } from './window-checks.ts'

const checks = [
  ...cpuChecks,
  ...lawChecks,
  ...requestChecks,
  ...hostChecks,
  ...windowChecks,
  ...sourceChecks,
]

/** Lists everything that limits how far the numbers can be trusted, most serious first. */
export function dataQuality(input: QualityInput): Finding[] {
  const order = { critical: 0, warning: 1, info: 2 }
  return checks
    .flatMap((check) => check(input))
    .sort((a, b) => order[a.severity] - order[b.severity])
}
