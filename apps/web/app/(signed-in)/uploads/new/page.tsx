import type { Metadata } from 'next'
import { Suspense } from 'react'
import { Permitted } from '../../../../components/access/permitted.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { SkeletonLines } from '../../../../components/ui/skeleton.tsx'
import { UploadWizard } from '../../../../components/upload/upload-wizard.tsx'

export const metadata: Metadata = { title: 'Upload' }

export default function NewUploadPage() {
  return (
    <>
      <PageHeader
        title="Upload and analyse"
        description="From traces and access logs to a verdict. Nothing on the host is touched."
      />
      <Permitted needs="uploads:write" doing="uploading files">
        <Suspense fallback={<SkeletonLines />}>
          <UploadWizard />
        </Suspense>
      </Permitted>
    </>
  )
}
