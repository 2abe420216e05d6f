import { rm } from 'node:fs/promises'
import { DOMAIN_0 } from '@steelyard/analysis'
import type { Predictor } from '../predictor.ts'
import type { Run } from '../recordings/read-run.ts'
import { type Entrant, EntrantDeclined, runEntrant } from './entrant.ts'
import { questionOf, readPredictions } from './question.ts'
import { stageRecording } from './stage-recording.ts'

/**
 * Adds an external program as a column. When the program declines, the run notes the reason and has
 * no answer from it.
 * @param directoryOf gives the directory of the recording from which a run was read
 */
export function entrantPredictor(
  entrant: Entrant,
  directoryOf: ReadonlyMap<Run, string>,
): Predictor {
  const { id, title, standing } = entrant
  return {
    id,
    title,
    standing,
    async predict(run, weights) {
      const { parent, copy } = await stageRecording(directoryOf.get(run)!)
      try {
        const text = await runEntrant(entrant, copy, JSON.stringify(questionOf(run, weights)))
        return readPredictions(text, `${id} on ${run.name}`, {
          phases: run.phases.length,
          domains: run.recording.domains
            .map(({ name }) => name)
            .filter((name) => name !== DOMAIN_0),
        })
      } catch (error) {
        if (!(error instanceof EntrantDeclined)) throw error
        const note = `${id} has no answer: ${error.message}`
        if (!run.notes.includes(note)) run.notes.push(note)
        return run.phases.map(() => new Map())
      } finally {
        await rm(parent, { recursive: true })
      }
    },
  }
}
