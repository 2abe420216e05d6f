import { expect, it } from 'vitest'
import { dayPicture } from './day-picture.ts'

it('draws a stretch for each time without a gap, and a step for each change', () => {
  const shares = [
    ...Array(720).fill({ vm1: 0.5, vm2: 0.5 }),
    ...Array(720).fill({ vm1: 0.75, vm2: 0.25 }),
  ]
  const ratios = Array.from({ length: 1440 }, (_, minute) =>
    minute >= 300 && minute < 400 ? null : minute < 360 ? 2 : 0.5,
  )
  const svg = dayPicture('A day', [{ title: 'Do nothing', ratios, shares }])
  expect(svg.match(/class="ratio"/g)).toHaveLength(2)
  const steps = [...svg.matchAll(/class="share" [^>]*d="([^"]*)"/g)].map(([, path]) => path!)
  expect(steps.map((path) => path.match(/V/g)?.length)).toEqual([1, 1])
  expect(svg).toContain('a target is missed in 20.8 % of the minutes')
  expect(svg).toContain('prefers-color-scheme: dark')
})
