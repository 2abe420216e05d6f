import { expect, it } from 'vitest'
import { columnsParam, shownColumns } from './fleet-columns.ts'

const shown = (query: string) => [...shownColumns(new URLSearchParams(query))]

it('shows all columns unless the address names some', () => {
  expect(shown('')).toEqual(['targets', 'trend', 'drift', 'recorded'])
  expect(shown('columns=recorded+targets+weights')).toEqual(['targets', 'recorded'])
  expect(shown('columns=none')).toEqual([])
})

it('writes into the address what remains, and nothing where all are shown', () => {
  const all = shownColumns(new URLSearchParams())
  expect(columnsParam(all, 'drift', false)).toBe('targets trend recorded')
  expect(columnsParam(new Set(['targets', 'trend', 'drift']), 'recorded', true)).toBeUndefined()
  expect(columnsParam(new Set(['drift']), 'drift', false)).toBe('none')
})
