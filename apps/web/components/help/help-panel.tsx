'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useId, useState } from 'react'
import { documentLink } from '../../lib/document-link.ts'
import { helpTopic, sectionOfDocument } from '../../lib/help-topic.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Modal } from '../ui/modal.tsx'
import { PlainMarkdown } from '../ui/plain-markdown.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

interface HelpText {
  pages: string
  glossary: string
}

/** Help for the page in hand, the keys, and the words. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const topic = helpTopic(usePathname())
  const { data, error } = useQuery({
    queryKey: ['help-text'],
    queryFn: async (): Promise<HelpText> => {
      const answer = await fetch('/help-text')
      if (!answer.ok) throw new Error(`The help could not be loaded (${answer.status}).`)
      return answer.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Modal
      labelledBy={titleId}
      onClose={onClose}
      className="mr-0 ml-auto h-dvh max-h-none w-[27rem] max-w-[92vw] overflow-y-auto border-l p-5 open:block"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {topic}
        </h2>
        <Button look="quiet" size="small" aria-label="Close the help" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {data ? (
        <Help topic={topic} text={data} onLeave={onClose} />
      ) : error ? (
        <p className="mt-4 text-sm text-danger">{error.message}</p>
      ) : (
        <SkeletonLines lines={6} label="Loading the help" />
      )}
    </Modal>
  )
}

function Help({ topic, text, onLeave }: { topic: string; text: HelpText; onLeave: () => void }) {
  const linkOf = (target: string) => documentLink('reference/pages', target)
  return (
    // A link leads to another page, which the panel would cover.
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too
    <div onClick={({ target }) => target instanceof HTMLAnchorElement && onLeave()}>
      <PlainMarkdown text={sectionOfDocument(text.pages, topic)} linkOf={linkOf} />
      <ButtonLink className="mt-4" size="small" href="/help" onClick={onLeave}>
        All help
      </ButtonLink>
      <Glossary text={text.glossary} />
      {topic === 'Keys' ? null : (
        <>
          <h3 className="mt-8 font-semibold">Keys</h3>
          <PlainMarkdown text={sectionOfDocument(text.pages, 'Keys')} linkOf={linkOf} />
        </>
      )}
    </div>
  )
}

function Glossary({ text }: { text: string }) {
  const [wanted, setWanted] = useState('')
  const entries = entriesOfGlossary(text).filter((entry) =>
    entry.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <section aria-labelledby="glossary" className="mt-8">
      <h3 id="glossary" className="mb-2 font-semibold">
        Words
      </h3>
      <Input
        type="search"
        aria-label="Find a word"
        placeholder="Find a word"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className="mt-2">
        <PlainMarkdown text={entries.join('\n\n') || 'No such word.'} />
      </div>
    </section>
  )
}

/** The entries of docs/reference/glossary.md; each begins with its word in bold. */
function entriesOfGlossary(text: string): string[] {
  return text.split(/\n{2,}/).filter((block) => block.startsWith('**'))
}
