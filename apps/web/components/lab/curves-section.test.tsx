import { expect, it } from 'vitest'
import { aVariant } from '../../lib/testing/fixtures.ts'
import { render } from '../../lib/testing/render.tsx'
import { CurvesSection } from './curves-section.tsx'

const curves = (count: number) =>
  render(
    <CurvesSection
      variants={Array.from({ length: count }, (_, index) => aVariant(String(index + 1)))}
      domain="vm1"
    />,
  )
const pressed = (html: string) => [...html.matchAll(/aria-pressed="(\w+)"/g)].map(([, is]) => is)

it('names the chart, and has a button to hide each line', () => {
  const { text, buttons, html } = curves(2)
  expect(text).toContain('Share of requests of vm1 answered within a time')
  expect(buttons).toEqual(['Variant 1', 'Variant 2']) // the chart itself comes later
  expect(pressed(html)).toEqual(['true', 'true'])
})

it('shows the first five lines at first', () => {
  expect(pressed(curves(7).html)).toEqual([
    'true',
    'true',
    'true',
    'true',
    'true',
    'false',
    'false',
  ])
})

it('distinguishes lines by dashes once colours repeat', () => {
  const lines = [...curves(12).html.matchAll(/<line [^>]*>/g)].map(([line]) => {
    const stroke = /stroke="([^"]*)"/.exec(line)?.[1]
    return `${stroke} ${/stroke-dasharray="([^"]*)"/.exec(line)?.[1] ?? ''}`
  })
  expect(lines).toHaveLength(12)
  expect(new Set(lines).size).toBe(12)
})
