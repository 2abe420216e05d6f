import { describe, expect, it } from 'vitest'
import { formatEither, formatItems, formatList } from './lists.ts'

describe('lists', () => {
  it.each([
    [[], '', '', ''],
    [['vm1'], 'vm1', 'vm1', 'vm1'],
    [['vm1', 'vm2'], 'vm1 and vm2', 'vm1 or vm2', 'vm1, vm2'],
    [['vm1', 'vm2', 'vm3'], 'vm1, vm2 and vm3', 'vm1, vm2 or vm3', 'vm1, vm2, vm3'],
  ])('format %j as "%s", as "%s" and as "%s"', (parts, all, either, cell) => {
    expect(formatList(parts)).toBe(all)
    expect(formatEither(parts)).toBe(either)
    expect(formatItems(parts)).toBe(cell)
  })
})
