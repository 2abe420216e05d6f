import type { Upload } from '@steelyard/contract'
import { Alert } from '../ui/alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'

/** Why nothing of an upload can be used; what a source says for itself is not said twice. */
export function UploadTrouble({ upload }: { upload: Upload }) {
  const { trouble, sources } = upload
  if (!trouble) return null
  if (!sources.some((source) => source.trouble?.message === trouble.message)) {
    return <TroubleAlert trouble={trouble} title="The upload was refused" />
  }
  return (
    <Alert tone="danger" title="The upload was refused">
      <p>Nothing in it can be analysed as it is. The reasons stand below, file by file.</p>
    </Alert>
  )
}
