import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Metadata } from 'next'
import { Card, CardBody } from '../../../components/ui/card.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { PlainMarkdown } from '../../../components/ui/plain-markdown.tsx'

export const metadata: Metadata = { title: 'Assumptions' }

/** docs/reference/assumptions.md; every service runs in the folder of the product. */
export default async function AssumptionsPage() {
  const page = await readFile(path.join(process.cwd(), 'docs/reference/assumptions.md'), 'utf8')
  const [title = '', ...rest] = page.split('\n')
  return (
    <>
      <PageHeader title={title.replace(/^# /, '')} />
      <Card>
        <CardBody>
          <PlainMarkdown text={rest.join('\n').trim()} />
        </CardBody>
      </Card>
    </>
  )
}
