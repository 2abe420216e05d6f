import { ModelInputError } from '../model-input-error.ts'
import type { HostLoad } from './host-load.ts'

function checkNumber(value: number | string | undefined, quantity: string, name: string): void {
  if (value === undefined || typeof value === 'string') return
  if (Number.isFinite(value) && value >= 0) return
  throw new ModelInputError('invalid-load', `${quantity} of ${name} is ${value}.`, {
    name,
    quantity,
  })
}

/**
 * Rejects loads that contain NaN, because it would pass unnoticed through every formula.
 * @throws ModelInputError `invalid-load`
 */
export function checkLoad(load: HostLoad): void {
  for (const { name, ...numbers } of load.domains) {
    for (const [quantity, value] of Object.entries(numbers)) checkNumber(value, quantity, name)
  }
  for (const [quantity, value] of Object.entries(load.domain0)) {
    checkNumber(value, quantity, 'Domain-0')
  }
  if (new Set(load.domains.map((domain) => domain.name)).size !== load.domains.length) {
    throw new ModelInputError('invalid-load', 'Two guests have the same name.')
  }
  if (!(load.pCpus >= 1)) {
    throw new ModelInputError('invalid-load', 'A host has at least one pCPU.')
  }
}
