import { expect, test } from 'vitest'
import { equalWeights, paperLoad } from '../../paper-loads.fixture.ts'
import { measuredWait } from './measured-wait.ts'

const { estimate } = measuredWait

test('service time plus runnable wait per request', () => {
  const load = paperLoad([45, 45, 0])
  load.domains[0]!.runnableWaitPerRequestSeconds = 0.0123
  load.domains[2]!.runnableWaitPerRequestSeconds = 0.001
  const [vm1, vm2, vm3] = estimate(load, equalWeights).domains
  expect(vm1!.responseTimeSeconds).toBeCloseTo(0.0189, 12)
  expect(vm1).toMatchObject({
    valid: true,
    breakdown: { serviceSeconds: 0.0066, vmDelaySeconds: 0.0123, domain0DelaySeconds: 0 },
  })
  expect(vm2!.valid).toBe(false)
  expect(vm1!.reasons[0]!.code).toBe('recorded-window-only')
  expect(vm2).toMatchObject({ responseTimeSeconds: null, reasons: [{ code: 'not-measured' }] })
  expect(vm3).toMatchObject({ responseTimeSeconds: null, reasons: [{ code: 'no-arrivals' }] })
})
