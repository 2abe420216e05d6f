import { documentLink } from '../../lib/document-link.ts'
import { Card, CardBody } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PlainMarkdown } from '../ui/plain-markdown.tsx'
import { SectionLinks } from '../ui/section-links.tsx'

const documents = [
  { href: '/help', label: 'Pages and keys' },
  { href: '/help/reference/glossary', label: 'Glossary' },
  { href: '/help/explanation/numbers', label: 'What the numbers mean' },
  { href: '/help/index', label: 'All documents' },
]

/** A page of the documentation, as it came with this version. */
export function HelpDocument({
  name,
  document,
}: {
  name: string
  document: { title: string; text: string } | null
}) {
  return (
    <>
      <PageHeader title={document?.title ?? 'Help'} />
      <SectionLinks label="Help" sections={documents} />
      <Card>
        <CardBody>
          <PlainMarkdown
            text={document?.text ?? 'The documents are missing from this installation.'}
            linkOf={(target) => documentLink(name, target)}
          />
        </CardBody>
      </Card>
    </>
  )
}
