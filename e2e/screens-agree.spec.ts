import type { Page } from '@playwright/test'
import { waitForCharts } from './lib/drawn-charts.ts'
import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// What neighbouring pages say of a guest, read from their text and not from the API: they agree, and
// none lacks a value that is its own to show.

const RECORDINGS = [/equal weights/, /vm1 raised|reweighted/i]

for (const recording of RECORDINGS) {
  test(`pages agree about ${recording.source}`, async ({ page, installation }) => {
    const { id, hostId } = await openSample(page, installation, recording)
    const at = (tab: string) => page.goto(`/hosts/${hostId}${tab}?recording=${id}`)

    const now = await guestsOf(page, /^Guests: weights/)
    const error = await errorOn(page)
    expect(now.length).toBeGreaterThanOrEqual(3)

    await test.step('report', async () => {
      await at('/report')
      await waitForCharts(page)
      expect(await guestsOf(page, /^Guests: weights/)).toEqual(now)
      expect(await errorOn(page)).toBe(error)
    })

    await test.step('guest', async () => {
      for (const { guest, measured, target, weight } of now) {
        await at(`/guests/${guest}`)
        const facts = page.getByRole('region', { name: 'In figures' })
        await expect(facts).toContainText(`Measured${measured} ms`)
        await expect(facts).toContainText(`Target${target} ms`)
        await expect(facts).toContainText(`Weight${first(weight)}`)
      }
    })

    await test.step('options', async () => {
      await at('/options')
      const rows = await optionsOf(page)
      const asItIs = rows.find(({ name }) => name.startsWith('Leave alone'))!
      const advised = rows.find(({ name }) => name.includes('Recommended'))
      expect(asItIs.weights).toEqual(now.map(({ weight }) => first(weight)))
      if (now.some(({ weight }) => weight.includes('after'))) {
        expect(advised!.weights).toEqual(now.map(({ weight }) => last(weight)))
        expect(advised!.times).toEqual(now.map(({ predicted }) => predicted))
      } else {
        expect(asItIs.times).toEqual(now.map(({ predicted }) => predicted))
      }
    })
  })
}

test('the fleet, the host’s own page and its settings agree', async ({ page, installation }) => {
  const { hostId } = await openSample(page, installation, RECORDINGS[1]!)
  await page.goto('/')
  const row = page.getByRole('row', { name: /^Sample host/ })
  const [, name, measured, target] = /(vm\d)\s+([\d.,]+)\s+ms\s+of\s+([\d.,]+)\s+ms/.exec(
    await row.innerText(),
  )!
  await page.goto(`/hosts/${hostId}`)
  const now = await guestsOf(page, /^Guests: weights/)
  expect(now.find(({ guest }) => guest === name)).toMatchObject({ measured, target })

  await page.goto(`/hosts/${hostId}/settings?section=guests`)
  const table = page.getByRole('table').filter({ hasText: 'Domain-0' }).first()
  await expect(table).toBeVisible()
  const rows = await Promise.all(
    (await table.locator('tbody tr').all()).map(async (row) => {
      const [name, weight, share] = (await row.locator('th, td').allInnerTexts()).map(plain)
      return {
        name: name!.split(' ')[0]!,
        weight: first(weight!),
        share: /[\d.]+ %/.exec(share!)?.[0],
      }
    }),
  )
  const sum = rows.reduce((total, { weight }) => total + Number(weight.replaceAll(',', '')), 0)
  for (const { weight, share } of rows) {
    const percent = (100 * Number(weight.replaceAll(',', ''))) / sum
    expect(share).toBe(`${Number(percent.toPrecision(2))} %`)
  }
  // A host that another journey has connected shows itself, and not a recording.
  const isRead = (await table.innerText()).includes('id 1')
  for (const { guest, weight, share } of isRead ? [] : now) {
    expect(rows).toContainEqual({ name: guest, weight: first(weight), share: plain(share) })
  }
})

interface GuestFigures {
  guest: string
  weight: string
  share: string
  target: string
  measured: string
  predicted: string
}

/** The rows of a table of guests, Domain-0 aside. */
async function guestsOf(page: Page, caption: RegExp): Promise<GuestFigures[]> {
  const table = page.getByRole('table', { name: caption })
  await expect(table).toBeVisible()
  const rows = await table.evaluate((element) => {
    const textOf = (cell: Element) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
    const heads = [...element.querySelectorAll('thead th')].map(textOf)
    return [...element.querySelectorAll('tbody tr')].map((row) =>
      Object.fromEntries([...row.children].map((cell, index) => [heads[index]!, textOf(cell)])),
    )
  })
  return rows
    .filter(({ Guest }) => Guest !== 'Domain-0')
    .map((row) => {
      const of = (head: string) => Object.entries(row).find(([name]) => name.startsWith(head))?.[1]
      const figures = {
        guest: of('Guest'),
        weight: of('Weight'),
        share: of('Share'),
        target: of('Target'),
        measured: of('Measured')?.replace(/[^\d.,]/g, ''),
        predicted: intervalIn(of('Predicted')),
      }
      for (const [name, value] of Object.entries(figures)) {
        expect(value, `${name} of ${figures.guest} on ${page.url()}`).toBeTruthy()
      }
      return figures as GuestFigures
    })
}

interface Option {
  name: string
  weights: string[]
  times: string[]
}

async function optionsOf(page: Page): Promise<Option[]> {
  const table = page.getByRole('table', { name: 'What each option would do to each guest' })
  await expect(table).toBeVisible()
  return table.evaluate((element) => {
    const textOf = (cell: Element) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
    return [...element.querySelectorAll('tbody tr')].map((row) => {
      const [head, weights, ...cells] = [...row.children]
      return {
        name: textOf(head!),
        weights: [...(weights ? textOf(weights).matchAll(/vm\d: ([\d,]+)/g) : [])].map(
          (m) => m[1]!,
        ),
        times: cells.flatMap(
          (cell) => /[\d.,]+ \([\d.,]+ to [\d.,]+\)/.exec(textOf(cell))?.[0] ?? [],
        ),
      }
    })
  })
}

/** The one error figure of a page. */
async function errorOn(page: Page): Promise<string> {
  const text = await page.getByRole('main').innerText()
  const figures = [...text.matchAll(/off by (\d+)\s%/g)].map(([, figure]) => figure!)
  expect(new Set(figures).size, `error figures on ${page.url()}`).toBe(1)
  return figures[0]!
}

function intervalIn(text: string | undefined): string | undefined {
  return /[\d.,]+ \([\d.,]+ to [\d.,]+\)/.exec(text ?? '')?.[0]
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** "before 256 after 384", or "256". */
const first = (text: string) => /[\d,]+/.exec(text)![0]
const last = (text: string) => /[\d,]+(?=\D*$)/.exec(text)![0]
