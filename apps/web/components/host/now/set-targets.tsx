'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { formatStatistic } from '@steelyard/contract/format'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { hostPath } from '../../../lib/host-paths.ts'
import { parseDecimal } from '../../../lib/parse-number.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** A first target leaves a fifth of room above what was measured. */
const ROOM = 1.2

/** Offers a target for each guest, and judges the same recording by them. */
export function SetTargets({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { host } = useHostFrame()
  const router = useRouter()
  const measured = result.domains.filter(({ observedMs }) => observedMs !== null)
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(
      measured.map(({ domain, observedMs }) => [domain, suggestion(observedMs! * ROOM)]),
    ),
  )
  const save = useApiMutation('setDomainTargets', { invalidates: ['getHost'] })
  const create = useApiMutation('createAnalysis', { invalidates: ['listAnalyses'] })
  const busy = save.isPending || create.isPending || create.isSuccess
  const isKept = analysis.uploads.length > 0 || analysis.watched !== null
  if (!isKept || measured.length === 0) return null

  const parsed = measured.map(({ domain }) => {
    const text = texts[domain]!.trim()
    return { domain, text, responseTimeMs: parseDecimal(text) ?? null }
  })
  const isWrong = ({ text, responseTimeMs }: (typeof parsed)[number]) =>
    text !== '' && !(responseTimeMs !== null && responseTimeMs > 0 && responseTimeMs <= 86_400_000)
  const targets = parsed
    .filter(({ responseTimeMs }) => responseTimeMs !== null)
    .map(({ domain, responseTimeMs }) => ({
      domain,
      responseTimeMs,
      throughputPerSecond: null,
      isSoft: false,
    }))

  async function run() {
    const known = new Set(host.domains.map(({ name }) => name))
    try {
      await save.mutateAsync({
        params: { id: host.id },
        body: { targets: targets.filter(({ domain }) => known.has(domain)) },
      })
      const { hostId, name, options, uploads, watched } = analysis
      const { analysis: made } = await create.mutateAsync({
        body: { hostId, name, targets, options, watched, uploadIds: uploads.map(({ id }) => id) },
      })
      router.push(hostPath(made.hostId, '', made.id))
    } catch {
      // The mutations' own states show the error.
    }
  }

  return (
    <Permitted needs="hosts:write">
      <Permitted needs="analyses:write">
        <form
          noValidate
          className="space-y-3 pt-1"
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <p className="text-sm text-ink-soft">
            Suggested: the measured {formatStatistic(result.targetStatistic, null)}, and a fifth
            more. Leave a field empty for no target.
          </p>
          <div className="grid max-w-3xl gap-3 sm:grid-cols-3">
            {parsed.map((each) => (
              <Field
                key={each.domain}
                label={each.domain}
                {...(isWrong(each) ? { error: 'a number above 0, or empty' } : {})}
              >
                <Input
                  inputMode="decimal"
                  unit="ms"
                  value={texts[each.domain]}
                  onChange={(event) => setTexts({ ...texts, [each.domain]: event.target.value })}
                />
              </Field>
            ))}
          </div>
          <Button
            type="submit"
            look="primary"
            busy={busy}
            disabled={targets.length === 0 || parsed.some(isWrong)}
          >
            Set these targets
          </Button>
          <ProblemAlert error={save.error ?? create.error} />
        </form>
      </Permitted>
    </Permitted>
  )
}

/** Two digits without separators, which a field takes as they are. */
function suggestion(ms: number): string {
  return String(Number(ms.toPrecision(2)))
}
