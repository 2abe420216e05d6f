import { VERDICTS } from '@steelyard/contract/plain'
import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { VerdictMark, VerdictWord } from './verdict-mark.tsx'

it('draws every verdict in its own shape, and says it once', () => {
  const drawn = VERDICTS.map((verdict) => render(<VerdictMark verdict={verdict} />))
  const shapes = drawn.map(({ html }) => /<svg.*<\/svg>/.exec(html)![0])
  expect(new Set(shapes).size).toBe(VERDICTS.length)
  expect(drawn.map(({ text }) => text)).toEqual([
    'saturated',
    'misses',
    'probably misses',
    'not enough evidence',
    'no targets',
    'probably meets',
    'meets',
  ])
  expect(render(<VerdictWord verdict="probably-misses" />).text).toBe('Probably misses')
  expect(render(<VerdictMark verdict={null} />).text).toBe('')
})

it('tells probably within from probably over by shape and colour', () => {
  const [within, over] = (['probably-meets', 'probably-misses'] as const).map(
    (verdict) => render(<VerdictMark verdict={verdict} />).html,
  )
  expect(within).toContain('text-ok')
  expect(over).toContain('text-warn')
})
