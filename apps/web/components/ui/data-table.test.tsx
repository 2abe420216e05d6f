import { describe, expect, it } from 'vitest'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import { columnsFor, DataTable } from './data-table.tsx'

interface Row {
  name: string
  weight: number | null
}

const column = columnsFor<Row>()
const columns = [
  column.accessor('name', { header: 'Name' }),
  column.accessor('weight', { header: 'Weight', cell: (cell) => cell.getValue() ?? '–' }),
  column.display({ id: 'act', header: 'Act', cell: ({ row }) => `Open ${row.original.name}` }),
]
const rows: Row[] = [
  { name: 'vm10', weight: 9 },
  { name: 'vm9', weight: 256 },
  { name: 'DB', weight: null },
  { name: 'vm1', weight: 1024 },
]

function table(more: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  const { html, text, buttons } = render(
    <DataTable caption="Guests" columns={columns} rows={rows} {...more} />,
  )
  const sorted = /aria-sort="(\w+)"[^>]*>(?:<button[^>]*>)?(\w+)/.exec(html)
  return {
    html,
    text,
    buttons,
    names: rowsOf(html)
      .slice(1)
      .map(([name]) => name),
    sorted: sorted ? `${sorted[2]} ${sorted[1]}` : null,
  }
}

describe('the order of a table', () => {
  it('is the order of its rows by default', () => {
    const { names, sorted } = table()
    expect(names).toEqual(['vm10', 'vm9', 'DB', 'vm1'])
    expect(sorted).toBeNull()
  })

  it('sorts numbers in names by value, and ignores case', () => {
    const { names, sorted } = table({ sortedBy: [{ id: 'name', desc: false }] })
    expect(names).toEqual(['DB', 'vm1', 'vm9', 'vm10'])
    expect(sorted).toBe('Name ascending')
  })

  it('sorts numbers by value, with unknown ones lowest', () => {
    const rising = table({ sortedBy: [{ id: 'weight', desc: false }] })
    expect(rising.names).toEqual(['DB', 'vm10', 'vm9', 'vm1'])
    const falling = table({ sortedBy: [{ id: 'weight', desc: true }] })
    expect(falling.names).toEqual(['vm1', 'vm9', 'vm10', 'DB'])
    expect(falling.sorted).toBe('Weight descending')
  })
})

describe('the sortable columns', () => {
  it('are those with values', () => {
    expect(table().buttons).toEqual(['Name', 'Weight'])
  })

  it('are none where sorting is switched off', () => {
    expect(table({ sortable: false }).buttons).toEqual([])
    expect(table({ sortable: false }).text).toContain('Name Weight Act')
  })
})

describe('a table', () => {
  it('has a caption, and a region of its own in which it scrolls', () => {
    expect(table().html).toMatch(/<section aria-label="Guests"/)
    expect(table().html).toMatch(/<caption[^>]*>Guests<\/caption>/)
  })

  it('is replaced by its placeholder where it has no rows', () => {
    expect(table({ rows: [], empty: 'No guests yet' }).text).toBe('No guests yet')
    expect(table({ rows: [] }).text).toBe('Guests Name Weight Act')
    expect(table({ empty: 'No guests yet' }).text).not.toContain('No guests yet')
  })
})
