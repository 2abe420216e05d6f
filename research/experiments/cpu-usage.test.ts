import { expect, test } from 'vitest'
import { cpuShare, readCpuUsage } from './cpu-usage.ts'

const shown = (uptime: string, domain0: string, vm1: string) =>
  [
    uptime,
    'Name                                        ID   Mem VCPUs\tState\tTime(s)',
    `Domain-0                                     0   640     1     r-----      ${domain0}`,
    `vm1                                          1   256     1     -b----      ${vm1}`,
    '',
  ].join('\n')

test('shares are CPU seconds over seconds of the host', () => {
  const from = readCpuUsage(shown('81.50 12.02', '27.7', '12.3'))
  const to = readCpuUsage(shown('91.50 20.02', '28.2', '18.3'))
  expect(from.upSeconds).toBe(81.5)
  expect(cpuShare('Domain-0', from, to)).toBeCloseTo(0.05, 9)
  expect(cpuShare('vm1', from, to)).toBeCloseTo(0.6, 9)
})
