import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HelpDocument } from '../../../../components/help/help-document.tsx'
import { readDocument } from '../../../../lib/documents.ts'

type Props = { params: Promise<{ document: string[] }> }

const nameIn = async ({ params }: Props) => (await params).document.join('/')

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await readDocument(await nameIn(props)))?.title ?? 'Help' }
}

export default async function DocumentPage(props: Props) {
  const name = await nameIn(props)
  const document = await readDocument(name)
  if (!document) notFound()
  return <HelpDocument name={name} document={document} />
}
