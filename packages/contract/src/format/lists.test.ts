import { describe, expect, it } from 'vitest'
import { formatItems, formatList } from './lists.ts'

describe('lists', () => {
  it.each([
    [[], '', ''],
    [['vm1'], 'vm1', 'vm1'],
    [['vm1', 'vm2'], 'vm1 and vm2', 'vm1, vm2'],
    [['vm1', 'vm2', 'vm3'], 'vm1, vm2 and vm3', 'vm1, vm2, vm3'],
  ])('format %j as "%s" and as "%s"', (parts, sentence, cell) => {
    expect(formatList(parts)).toBe(sentence)
    expect(formatItems(parts)).toBe(cell)
  })
})
