import { expect, it } from 'vitest'
import { pictureMarkup, withColors } from './chart-picture.ts'
import { pictureKeys } from './picture-keys.ts'

const Series = (_: { name?: string; stroke?: string; fill?: string; strokeDasharray?: string }) =>
  null

it('puts title, legend and source around a chart, and hides nothing behind another', () => {
  const { markup, width, height } = pictureMarkup(
    { markup: '<svg id="chart"/>', width: 600, height: 200 },
    {
      title: 'vm1 <b>',
      keys: [
        { name: 'Measured', color: 'var(--ink)', dash: undefined },
        { name: 'SandPiper & co', color: '#f00', dash: '4 2' },
      ],
      source: 'Steelyard',
    },
    { ink: '#111', faint: '#777', surface: '#fff' },
  )
  expect([width, height]).toEqual([632, 16 + 30 + 2 * 20 + 200 + 24 + 16])
  expect(markup).toContain('vm1 &lt;b&gt;')
  expect(markup).toContain('SandPiper &amp; co')
  expect(markup).toContain('stroke-dasharray="4 2"')
  expect(markup).toContain('translate(16 86)')
  expect(markup).toContain('<svg id="chart"/>')
})

it('replaces colours that only the page knows', () => {
  const colorOf = (name: string) => (name === '--series-1' ? ' #7a5c00' : '')
  expect(withColors('stroke="var(--series-1)"', colorOf)).toBe('stroke="#7a5c00"')
})

it('finds the named series of a chart', () => {
  const keys = pictureKeys([
    <Series key="a" name="Measured" stroke="#111" strokeDasharray="4 2" />,
    <Series key="b" name="Range" stroke="none" fill="#eee" />,
    <Series key="c" stroke="#222" />,
    null,
    [<Series key="d" name="Target" stroke="#333" />],
  ])
  expect(keys).toEqual([
    { name: 'Measured', color: '#111', dash: '4 2' },
    { name: 'Range', color: '#eee', dash: undefined },
    { name: 'Target', color: '#333', dash: undefined },
  ])
})
