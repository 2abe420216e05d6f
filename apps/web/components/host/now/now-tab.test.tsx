import type { AnalysisResult, Series } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { seriesOf } from '../../../lib/host-queries.ts'
import {
  aDomain,
  aDomainResult,
  adviceFor,
  aHost,
  anAnalysis,
  aPrediction,
  aRecommendation,
  aResult,
  aSummary,
  idOf,
} from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { aHostRecommendation } from '../../../lib/testing/loop-fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../../lib/testing/render.tsx'
import { newestRecommendation } from '../../recommendations/recommendation-queries.ts'
import { NowTab } from './now-tab.tsx'

const point = {
  arrivalRatePerSecond: 45,
  utilisation: 0.4,
  notValid: [],
  saturated: [],
  breakdown: null,
}
const seriesWith = (sandpiperMs: number | null): Series => ({
  windowSeconds: 10,
  thinned: false,
  domains: [
    {
      domain: 'vm1',
      points: [
        {
          ...point,
          at: '2026-11-20T10:00:00Z',
          measuredMs: 50,
          measuredP95Ms: null,
          estimatesMs: { sdps: 60, sandpiper: 200 },
        },
        {
          ...point,
          at: '2026-11-20T10:00:10Z',
          measuredMs: 55,
          measuredP95Ms: null,
          saturated: sandpiperMs === null ? ['sandpiper'] : [],
          estimatesMs: { sdps: 62, sandpiper: sandpiperMs },
        },
      ],
    },
  ],
})
const host = aHost({ domains: [aDomain('vm1'), aDomain('vm2')] })

const now = (
  more: Partial<AnalysisResult> = {},
  user = userWith(),
  sandpiperMs: number | null = 210,
) =>
  render(
    <InHostFrame host={host} recording={anAnalysis({ result: aResult(more) })}>
      <NowTab />
    </InHostFrame>,
    { user, known: [answer('getAnalysisSeries', seriesOf(idOf(30)), seriesWith(sandpiperMs))] },
  )

describe('the sample host', () => {
  const missed = aSummary({ id: idOf(31), name: 'Sample: equal weights', verdict: 'misses' })
  const met = (isSample: boolean) => {
    const recording = anAnalysis({ verdict: 'meets', result: aResult({ verdict: 'meets' }) })
    return render(
      <InHostFrame host={aHost({ isSample })} recording={recording} recordings={[missed]}>
        <NowTab />
      </InHostFrame>,
    )
  }

  it('leads from a recording that needs no change to one that does', () => {
    const { text, links } = met(true)
    expect(text).toContain('A plan starts where a target is missed, as in Sample: equal weights')
    expect(links['Sample: equal weights']).toBe(`/hosts/${idOf(1)}?recording=${idOf(31)}`)
    expect(met(false).text).not.toContain('A plan starts')
  })
})

describe('the verdict', () => {
  it('is the headline, then who predicts and who disagrees', () => {
    const predictor = {
      ...aResult().predictor,
      dissent: { estimator: 'sdps', text: 'The queueing formula disagrees.', domains: [] },
    }
    const { text } = now({ predictor })
    expect(text).toMatch(
      /^vm1 misses its target of 80 ms\. .*The queueing formula disagrees\. .*which is off by 15 % on this recording\./,
    )
  })

  it('says what the evidence lacks and what to record, unless it is enough', () => {
    const evidence = {
      grade: 'thin',
      lacks: [{ code: 'short', text: 'Only 30 s is judged.', atMost: 'thin' }],
      remedy: 'Record 5 minutes.',
    } as const
    expect(now({ evidence: { ...evidence, lacks: [...evidence.lacks] } }).text).toContain(
      'Only 30 s is judged. Record 5 minutes.',
    )
    expect(now().text).not.toContain('Record 5')
  })
})

it('says what capacity is missing, where no weights keep every target', () => {
  const missing = {
    statement: 'It takes 24 % less load.',
    loadShare: 0.76,
    sparedPCpus: 0.1,
    speed: null,
  }
  expect(now({ missingCapacity: missing }).text).toContain('It takes 24 % less load.')
})

describe('who pays', () => {
  const advised = (predictedAfter: number, more = {}) =>
    now({
      recommendation: aRecommendation({
        domains: [
          adviceFor('vm2', {
            predictedBefore: aPrediction(340),
            predictedAfter: aPrediction(predictedAfter),
            targetMs: 700,
            ...more,
          }),
        ],
      }),
    }).text

  it('is the guest whose time grows by more than 15 %', () => {
    expect(advised(540)).toContain('vm2 pays: 340 → 540 ms of its 700.')
    expect(advised(380)).toContain('No guest pays for it.')
    expect(advised(540, { targetMs: null, softTargetMs: null })).toContain(
      'vm2 pays: 340 → 540 ms, without a target.',
    )
  })
})

describe('without targets', () => {
  const none = { verdict: 'no-targets', recommendation: null } as const

  it('offers one for each guest, a fifth above what was measured', () => {
    const { html, buttons } = now({
      ...none,
      domains: [aDomainResult('vm1', { observedMs: 242, target: null, meetsTarget: null })],
    })
    expect(html).toContain('value="290"')
    expect(buttons).toContain('Set these targets')
    expect(html).not.toContain('text-ok')
  })

  it('offers none to who may not set them', () => {
    expect(now(none, userWith(['hosts:read'])).buttons).not.toContain('Set these targets')
  })
})

describe('SandPiper beside the recommendation', () => {
  it('stands on the first screen', () => {
    const besideSandpiper = { statement: 'SandPiper sees no miss.', objective: null, options: [] }
    expect(now({ besideSandpiper }).text).toContain('SandPiper sees no miss.')
  })

  it('is left out of results of earlier versions, which do not have it', () => {
    const { text } = now({ besideSandpiper: undefined, missingCapacity: undefined })
    expect(text).toContain('vm1 misses its target of 80 ms.')
    expect(text).not.toContain('SandPiper sees')
  })
})

describe('the one button', () => {
  it('plans the weights that are advised, for users who may plan', () => {
    expect(now().buttons).toContain('Plan these weights')
    expect(now({}, userWith(['hosts:read'])).buttons).not.toContain('Plan these weights')
  })

  it('comes with its reason where targets are met, and is missing without advice', () => {
    const offer = aRecommendation({ advice: 'change', reason: 'Requests would be faster still.' })
    const { buttons, text } = now({ verdict: 'meets', recommendation: offer })
    expect(buttons).toContain('Plan these weights')
    expect(text).toContain('Requests would be faster still.')
    const none = aRecommendation({
      advice: 'leave',
      reason: 'Leave the weights alone. Targets are met.',
    })
    expect(now({ verdict: 'meets', recommendation: none }).buttons).not.toContain(
      'Plan these weights',
    )
  })

  it('gives way to the reason where the weights should stay', () => {
    const recommendation = aRecommendation({
      advice: 'leave',
      reason: 'Leave the weights alone. Chance.',
    })
    const { buttons, text } = now({ verdict: 'misses', recommendation })
    expect(buttons).not.toContain('Plan these weights')
    expect(text).toContain('Leave the weights alone. Chance.')
  })

  it('is missing without a recommendation', () => {
    expect(now({ verdict: 'not-enough-evidence', recommendation: null }).buttons).not.toContain(
      'Plan these weights',
    )
  })
})

describe('a recommendation that waits', () => {
  const weights = [adviceFor('vm1'), adviceFor('vm2')]
  const waiting = (weightAfter: number) =>
    render(
      <InHostFrame
        host={host}
        recording={anAnalysis({
          result: aResult({ recommendation: aRecommendation({ domains: weights }) }),
        })}
      >
        <NowTab />
      </InHostFrame>,
      {
        known: [
          answer('listRecommendations', newestRecommendation(host.id), {
            data: [
              aHostRecommendation({
                changes: weights.map(({ domain }) => ({
                  ...aHostRecommendation().changes[0]!,
                  domain,
                  weightAfter,
                })),
              }),
            ],
            meta: { nextCursor: null },
          }),
        ],
      },
    )

  it('for the advised weights has its decision beside the verdict, and is told once', () => {
    const { text, buttons } = waiting(weights[0]!.weightAfter)
    expect(text).toMatch(/^vm1 misses its target of 80 ms\./)
    expect(buttons).toContain('Approve the change on xen-1')
    expect(buttons).not.toContain('Plan these weights')
    expect(text).not.toContain('Give vm1')
  })

  it('for other weights stands before the verdict', () => {
    const { text, buttons } = waiting(1_000)
    expect(text).toMatch(/^vm1 missed its target .* Give vm1/)
    expect(buttons).toContain('Plan these weights')
  })

  it('is missing with the reason where it could not be loaded', () => {
    const { text } = render(
      <InHostFrame host={host}>
        <NowTab />
      </InHostFrame>,
      { known: [refusal('listRecommendations', newestRecommendation(host.id))] },
    )
    expect(text).toContain('The recommendation could not be loaded')
  })
})

describe('the table', () => {
  const domains = [
    aDomainResult('vm2', { target: null, meetsTarget: null, predictedNow: null }),
    aDomainResult('vm1', { predictedNow: aPrediction(118) }),
  ]

  it('has a row per domain in the order of the host, in one unit, with intervals', () => {
    const recommendation = aRecommendation({
      domains: [adviceFor('vm2', { predictedAfter: null, weightAfter: 256 }), adviceFor('vm1')],
    })
    expect(rowsOf(now({ domains, recommendation }).html)).toEqual([
      [
        'Guest',
        'Weight',
        'Share',
        'Target, ms',
        'Measured, ms',
        'Time against its target ¼ ½ 2× target',
        'Predicted then, 90 % , ms',
        'Then',
      ],
      [
        'vm1',
        'before 256 after 512',
        'before 33 % after 50 %',
        '80',
        '120 misses',
        '',
        '72 (54 to 90) probably meets',
        'Probably meets',
      ],
      ['vm2', '256', 'before 33 % after 25 %', '–', '120', '', '–', ''],
      ['Domain-0', '256', 'before 33 % after 25 %', 'no response time of its own'],
    ])
  })

  it('shows the prediction for now where nothing is advised', () => {
    const recommendation = aRecommendation({ advice: 'leave' })
    const [, vm1] = rowsOf(now({ domains, verdict: 'meets', recommendation }).html)
    expect(vm1).toEqual(['vm1', '256', '33 %', '80', '120 misses', '', '120 (89 to 150)'])
  })

  it('is sure only on enough evidence', () => {
    const met = [aDomainResult('vm1', { meetsTarget: true })]
    const evidence = { grade: 'thin', lacks: [], remedy: null } as const
    const measured = (more: Partial<AnalysisResult>) =>
      rowsOf(now({ domains: met, verdict: 'meets', ...more }).html)[1]![4]
    expect(measured({})).toBe('120 meets')
    expect(measured({ evidence: { ...evidence, lacks: [] } })).toBe('120 probably meets')
  })
})

describe('the chart', () => {
  it('compares what targets are about, and the means of three named lines', () => {
    expect(now().text).toContain(
      '95th percentile, within and over Measured, mean Steelyard, mean SandPiper, mean',
    )
    expect(now({ targetStatistic: 'mean' }).text).not.toContain('within and over')
  })

  it('names the band in which SandPiper has no answer', () => {
    expect(now({}, userWith(), null).text).toContain('SandPiper: saturated , no answer')
    expect(now().text).not.toContain('saturated')
  })

  it('shows that it is loading, or what went wrong', () => {
    const tab = (
      <InHostFrame host={host} recording={anAnalysis({ result: aResult() })}>
        <NowTab />
      </InHostFrame>
    )
    expect(render(tab).text).toContain('Loading the chart')
  })
})
