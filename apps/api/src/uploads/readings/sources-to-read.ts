import { AnalysisOptions } from '@steelyard/contract'
import type { SourcesToObserve } from '../observations/observe-sources.ts'
import { uploadRecording } from '../stored-source.ts'
import type { UploadWithSources } from '../upload-row.ts'

/** The windows in which an analysis observes unless it is asked for others. */
export const USUAL_WINDOW_SECONDS = AnalysisOptions.parse({}).windowSeconds

/** What an analysis of this upload alone would read. */
export function sourcesToRead({
  files,
  sources,
  recording,
}: Pick<UploadWithSources, 'files' | 'sources' | 'recording'>): SourcesToObserve {
  return {
    files,
    sources: sources.filter((source) => source.included && source.spec !== null),
    recordings: recording ? [uploadRecording.read(recording)] : [],
    options: { windowSeconds: USUAL_WINDOW_SECONDS },
  }
}
