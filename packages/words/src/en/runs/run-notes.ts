import type { BoundNote, LabNote, WhatIfNote } from '@steelyard/analysis'
import { formatWholePercent } from '@steelyard/contract/format'

/** What a reader of a lab run should know. */
export function labNoteWords(note: LabNote): string {
  switch (note.code) {
    case 'bounded':
      return boundSentence(note, 'all variants')
    case 'unanswered':
      return `${note.variant.label}: ${formatWholePercent(note.fraction)} of the requests of ${note.domain} are never answered; its times grow with the length of the run.`
  }
}

/** What a reader of a what-if run should know. */
export function whatIfNoteWords(note: WhatIfNote): string {
  switch (note.code) {
    case 'bounded':
      return boundSentence(note, 'both hosts')
    case 'part-of-range':
      return `The last ${Math.round(note.seconds)} of the ${Math.round(note.rangeSeconds)} analysed seconds are simulated; measured times refer to all of them.`
    case 'scaled-arrivals':
      return 'More load means the recorded requests, and copies shifted by some seconds. Less load means a random part of them. Requests at regular intervals are spaced anew.'
    case 'overhead': {
      const percent = note.change * 100
      return `While all pCPUs are busy, the VMM’s overhead is ${note.overheadPercent} %. Against the analysed load, each request needs ${Math.abs(percent).toFixed(2)} % ${percent < 0 ? 'less' : 'more'} CPU time.`
    }
    case 'unanswered':
      return `${HOSTS[note.host]}, ${formatWholePercent(note.fraction)} of the requests of ${note.domain} are unanswered a minute after the end. Its queue grows, and its figures grow with the time played.`
  }
}

const HOSTS = { now: 'As it is', asked: 'As asked' } as const

/** @param what names what is simulated within the bounds */
function boundSentence({ seconds, wantedSeconds }: BoundNote, what: string): string {
  const played = seconds < 10 ? seconds.toPrecision(2) : Math.round(seconds)
  return `The first ${played} of ${Math.round(wantedSeconds)} seconds are simulated, so that ${what} together take minutes at most.`
}
