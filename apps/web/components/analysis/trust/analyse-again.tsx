'use client'

import type { Analysis, Estimator, Ranking } from '@steelyard/contract'
import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { hostPath } from '../../../lib/host-paths.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Select } from '../../ui/select.tsx'
import { judgesOf, judgeWords } from '../foundations/judge-words.ts'

const NAME_LIMIT = 120

/**
 * Analyses the same recording, targets and options again, with an estimator that the user chooses.
 */
export function AnalyseAgain({ analysis, ranking }: { analysis: Analysis; ranking: Ranking }) {
  const router = useRouter()
  const estimators = useEstimators()
  const [choice, setChoice] = useState(analysis.options.estimator)
  const create = useApiMutation('createAnalysis', { invalidates: ['listAnalyses'] })
  const choices = choicesOf(ranking)

  async function start() {
    const body = {
      hostId: analysis.hostId,
      uploadIds: analysis.uploads.map(({ id }) => id),
      watched: analysis.watched,
      name: `${plainName(analysis.name, estimators)} · ${judgeWords(choice, estimators)}`.slice(
        0,
        NAME_LIMIT,
      ),
      targets: analysis.targets,
      options: { ...analysis.options, estimator: choice },
    }
    try {
      const { analysis: made } = await create.mutateAsync({ body })
      router.push(hostPath(made.hostId, '', made.id))
    } catch {
      // The mutation's own state shows the error.
    }
  }

  if (analysis.uploads.length === 0 && !analysis.watched) return null
  return (
    <Permitted needs="analyses:write">
      <div className="space-y-3">
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Judge by" className="w-64 max-w-full">
            <Select value={choice} onChange={(event) => setChoice(event.target.value)}>
              {choices.map((judge) => (
                <option key={judge} value={judge}>
                  {judgeWords(judge, estimators)}
                </option>
              ))}
            </Select>
          </Field>
          <Button
            disabled={choice === analysis.options.estimator}
            busy={create.isPending || create.isSuccess}
            onClick={() => void start()}
          >
            <RefreshCw aria-hidden /> Analyse again
          </Button>
        </div>
        <ProblemAlert error={create.error} title="The analysis could not be started" />
      </div>
    </Permitted>
  )
}

/** Removes the suffix that an earlier choice added, so that names do not grow. */
function plainName(name: string, estimators: readonly Estimator[]): string {
  return judgesOf(estimators).reduce(
    (rest, judge) => rest.replace(` · ${judgeWords(judge, estimators)}`, ''),
    name,
  )
}

/** Only estimators that could forecast on this recording may judge it. */
function choicesOf(ranking: Ranking): string[] {
  const able = ranking.estimators.filter(({ forecasts }) => forecasts)
  return ['best', ...able.map(({ estimator }) => estimator)]
}
