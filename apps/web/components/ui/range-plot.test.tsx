import { oneUnitFor } from '@steelyard/contract/format'
import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { RangePlot } from './range-plot.tsx'

const predicted = { ms: 540, lowMs: 370, highMs: 790 }
const times = oneUnitFor([790])
const lefts = (html: string) =>
  [...html.matchAll(/left:([\d.]+)%/g)].map(([, left]) => Number(left))

it('says in words what it draws', () => {
  const { html } = render(
    <RangePlot
      targetMs={700}
      measuredMs={353}
      predicted={predicted}
      verdict={null}
      times={times}
    />,
  )
  expect(html).toContain(
    'aria-label="measured 353 ms, predicted 540 ms, 370 to 790, target 700 ms"',
  )
})

it('puts the target at one place in every row, half and twice as far from it', () => {
  const at = (targetMs: number, measuredMs: number) =>
    lefts(
      render(
        <RangePlot
          targetMs={targetMs}
          measuredMs={measuredMs}
          predicted={null}
          verdict={null}
          times={times}
        />,
      ).html,
    )
  const [target, half] = at(700, 350)
  const [same, twice] = at(100, 200)
  expect(same).toBe(target)
  expect(twice! - target!).toBeCloseTo(target! - half!, 3)
  // What is beyond stays at the edge.
  expect(at(100, 1e6)[1]).toBe(100)
  expect(at(100, 0.001)[1]).toBe(0)
})
