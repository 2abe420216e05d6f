import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { Plot } from './plot.tsx'

const axis = { from: 0, to: 1, ticks: [0, 1] }
const plot = (data?: object[]) =>
  render(
    <Plot
      label="A curve"
      height={100}
      data={data}
      x={axis}
      y={{ ...axis, width: 40 }}
      tip={() => null}
    >
      {null}
    </Plot>,
  )

it('reports that there is nothing to draw, instead of showing axes without a line', () => {
  expect(plot([]).text).toBe('Nothing to draw.')
  expect(plot([{}]).text).not.toContain('Nothing')
  expect(plot().text).not.toContain('Nothing')
})
