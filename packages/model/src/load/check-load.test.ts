import { describe, expect, test } from 'vitest'
import { checkLoad } from './check-load.ts'
import type { Domain0Load, DomainLoad, HostLoad } from './host-load.ts'

const loadOf = (
  domain: Partial<DomainLoad> = {},
  domain0: Partial<Domain0Load> = {},
  pCpus = 1,
): HostLoad => ({
  domains: [{ name: 'vm1', arrivalRatePerSecond: 10, serviceTimeSeconds: 0.01, ...domain }],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0, ...domain0 },
  pCpus,
})

const invalid = (details: object) => expect.objectContaining({ code: 'invalid-load', details })

describe('accepts', () => {
  test.each<[string, HostLoad]>([
    ['zeros', loadOf({ arrivalRatePerSecond: 0, serviceTimeSeconds: 0, capPercent: 0 })],
    ['what is unknown', loadOf({ serviceTimeScv: undefined as unknown as number })],
    ['a discipline, which is no number', loadOf({ discipline: 'fifo' })],
    ['a host without guests', { ...loadOf(), domains: [] }],
  ])('%s', (_, load) => {
    expect(() => checkLoad(load)).not.toThrow()
  })
})

describe('rejects, and names the domain and the quantity', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1e-9])('%d as a rate', (value) => {
    expect(() => checkLoad(loadOf({ arrivalRatePerSecond: value }))).toThrowError(
      invalid({ name: 'vm1', quantity: 'arrivalRatePerSecond' }),
    )
  })

  test.each<keyof DomainLoad>([
    'serviceTimeSeconds',
    'backgroundUtilisation',
    'arrivalScv',
    'vCpus',
    'capPercent',
  ])('a negative %s of a guest', (quantity) => {
    expect(() => checkLoad(loadOf({ [quantity]: -1 }))).toThrowError(
      invalid({ name: 'vm1', quantity }),
    )
  })

  test.each<keyof Domain0Load>([
    'serviceTimeSeconds',
    'ioRequestsPerSecond',
    'delayPerIoSeconds',
    'wakeDelaySeconds',
  ])('a negative %s of Domain-0', (quantity) => {
    expect(() => checkLoad(loadOf({}, { [quantity]: -1 }))).toThrowError(
      invalid({ name: 'Domain-0', quantity }),
    )
  })

  test('a fault in the second guest', () => {
    const { domains, ...rest } = loadOf()
    const second = { ...domains[0]!, name: 'vm2', serviceTimeSeconds: Number.NaN }
    expect(() => checkLoad({ ...rest, domains: [...domains, second] })).toThrowError(
      invalid({ name: 'vm2', quantity: 'serviceTimeSeconds' }),
    )
  })

  test('two guests of one name', () => {
    const { domains, ...rest } = loadOf()
    expect(() => checkLoad({ ...rest, domains: [...domains, ...domains] })).toThrowError(
      invalid({}),
    )
  })

  test.each([0, 0.5, Number.NaN])('%d pCPUs', (pCpus) => {
    expect(() => checkLoad(loadOf({}, {}, pCpus))).toThrowError(invalid({}))
  })
})
