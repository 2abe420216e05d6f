'use client'

import { createAnalysis, getHost, type Host, listAnalyses, type Upload } from '@steelyard/contract'
import { ArrowRight, ChartLine } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { nextStepOf, requestWithoutQuestions } from './next-step.ts'

/** With everything known one click analyses; what is not known is asked for in the wizard. */
export function AnalyseRecording({ upload, host }: { upload: Upload; host: Host }) {
  const router = useRouter()
  const analyse = useApiMutation(createAnalysis, { invalidates: [listAnalyses, getHost] })
  const request = requestWithoutQuestions(upload, host)
  const { href, words } = nextStepOf(upload, host)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {request ? (
          <Permitted needs="analyses:write">
            <Button
              look="primary"
              busy={analyse.isPending || analyse.isSuccess}
              onClick={() =>
                analyse.mutate(
                  { body: request },
                  { onSuccess: ({ analysis }) => router.push(`/analyses/${analysis.id}`) },
                )
              }
            >
              <ChartLine aria-hidden /> Analyse
            </Button>
          </Permitted>
        ) : null}
        <Permitted needs="uploads:write">
          <Button look={request ? 'secondary' : 'primary'} asChild>
            <Link href={href}>
              {words} <ArrowRight aria-hidden />
            </Link>
          </Button>
        </Permitted>
      </div>
      <ProblemAlert error={analyse.error} title="The analysis could not be started" />
    </div>
  )
}
