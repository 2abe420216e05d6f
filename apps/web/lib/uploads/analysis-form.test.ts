import { AnalysisOptions, createAnalysis, type Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { toLocalInput } from '../local-time.ts'
import { type AnalysisForm, analysisRequestOf, emptyAnalysisForm } from './analysis-form.ts'
import { analysisFormFaults } from './analysis-form-faults.ts'

const hostId = '5f0c4f7e-0d7b-4b57-9d3a-0d6f3f6b8c11'
const uploadId = '0b8f8b53-2f7c-4a8e-8d0a-6a3f5f3d1e22'
const host = {
  domains: [
    { name: 'vm1', target: { responseTimeMs: 40, throughputPerSecond: null, isSoft: false } },
  ],
} as Host

function formWith(change: (form: AnalysisForm) => void = () => {}) {
  const form = emptyAnalysisForm(['vm1', 'vm2'], host)
  change(form)
  return form
}

const requestOf = (form: AnalysisForm) => analysisRequestOf(form, hostId, uploadId)
const faultsOf = (form: AnalysisForm) =>
  analysisFormFaults(form, requestOf(form)).map(({ field }) => field)

describe('the request of an untouched form', () => {
  it('carries the host’s targets and exactly the contract’s default options', () => {
    const body = createAnalysis.body!.parse(requestOf(formWith()))
    expect(body.options).toEqual(AnalysisOptions.parse({}))
    expect(body.targets).toEqual([
      { domain: 'vm1', responseTimeMs: 40, throughputPerSecond: null, isSoft: false },
      { domain: 'vm2', responseTimeMs: null, throughputPerSecond: null, isSoft: false },
    ])
  })

  it('is valid', () => {
    expect(faultsOf(formWith())).toEqual([])
  })
})

it('starts from the statistic and the window of the host’s targets', () => {
  const chosen = { ...host, targetStatistic: 'p99', targetWindowSeconds: 60 } as Host
  expect(requestOf(emptyAnalysisForm(['vm1'], chosen)).options).toMatchObject({
    targetStatistic: 'p99',
    targetWindowSeconds: 60,
  })
})

describe('the entered values', () => {
  it('become numbers, and only rows with a value are sent', () => {
    const { options, targets } = requestOf(
      formWith((form) => {
        form.targets[1]!.responseTimeMs = '12,5'
        form.domains[1]!.weight = '512'
        form.domains[0]!.maxShare = '0.6'
        form.domains[0]!.excluded = true
        form.targets[1]!.isSoft = true
        form.softTargetMultiple = ''
        form.targetMargin = '25'
        form.stepShare = ''
      }),
    )
    expect(targets?.[1]).toMatchObject({ responseTimeMs: 12.5, isSoft: true })
    expect(options).toMatchObject({ softTargetMultiple: null, targetMargin: 0.25 })
    expect(options?.weights).toEqual([{ domain: 'vm2', weight: 512 }])
    expect(options?.bounds).toEqual([{ domain: 'vm1', minShare: null, maxShare: 0.6 }])
    expect(options?.excluded).toEqual(['vm1'])
    expect(options?.stepShare).toBeUndefined()
  })

  it.each<[string, (form: AnalysisForm) => void]>([
    [
      'targets.0.responseTimeMs',
      (form) => {
        form.targets[0]!.responseTimeMs = '0'
      },
    ],
    [
      'targets.1.throughputPerSecond',
      (form) => {
        form.targets[1]!.throughputPerSecond = 'x'
      },
    ],
    [
      'domains.1.weight',
      (form) => {
        form.domains[1]!.weight = '70000'
      },
    ],
    [
      'domains.1.minShare',
      (form) => {
        form.domains[1]!.minShare = '1.5'
      },
    ],
    [
      'windowSeconds',
      (form) => {
        form.windowSeconds = '0'
      },
    ],
    [
      'to',
      (form) => {
        form.from = '2026-11-20T14:05:00'
      },
    ],
  ])('are refused at the field %s', (field, change) => {
    expect(faultsOf(formWith(change))).toContain(field)
  })

  it.each<[string, string, string]>([
    ['windowSeconds', 'ten', 'enter a number'],
    ['windowSeconds', '2.5', 'a whole number'],
    ['windowSeconds', '4000', 'at most 3,600'],
    ['stepShare', '0', 'at least 0.001'],
    ['from', '2026-11-20T14:05:00', 'enter a complete time'],
  ])('are refused in plain words: %s = %s', (field, value, message) => {
    const form = formWith((each) => Object.assign(each, { [field]: value }))
    const faults = analysisFormFaults(form, requestOf(form))
    expect(faults.map((fault) => fault.message)).toContain(message)
  })

  it('must have range and bounds in the right order', () => {
    const form = formWith((each) => {
      each.from = toLocalInput('2026-11-20T14:05:00Z')
      each.to = toLocalInput('2026-11-20T14:00:00Z')
      each.domains[0]!.minShare = '0.5'
      each.domains[0]!.maxShare = '0.4'
    })
    expect(faultsOf(form)).toEqual(['to', 'domains.0.maxShare'])
  })
})
