import { describe, expect, it } from 'vitest'
import { render, userWith } from '../../lib/testing/render.tsx'
import { EditableName } from './editable-name.tsx'
import { EditableNotes } from './editable-notes.tsx'
import { InlineEditForm } from './inline-edit-form.tsx'
import { TagList } from './tag-list.tsx'
import { tagsOf } from './tags-of.ts'

const save = async () => {}
const viewer = userWith(['hosts:read'])

describe('text that is edited in place', () => {
  const parts = [
    <EditableName key="name" name="xen-1" needs="hosts:write" onSave={save} />,
    <TagList key="tags" tags={['web', 'eu']} of="xen-1" needs="hosts:write" onSave={save} />,
    <EditableNotes key="notes" notes="" of="xen-1" needs="hosts:write" onSave={save} />,
  ]

  it('has a pencil named after what it edits', () => {
    const { text, buttons } = render(parts)
    expect(text).toBe('xen-1 web eu No notes')
    expect(buttons).toEqual([
      'Edit the name of xen-1',
      'Edit the tags of xen-1',
      'Edit the notes on xen-1',
    ])
  })

  it('is only text for those who may not change it', () => {
    const { text, buttons } = render(parts, { user: viewer })
    expect(text).toBe('xen-1 web eu No notes')
    expect(buttons).toEqual([])
  })

  it('becomes a labelled field with the text in it', () => {
    const form = { what: 'the name of xen-1', multiline: false, onSave: save, onDone: save }
    const { html, text, buttons } = render(<InlineEditForm {...form} text="xen-1" />)
    expect(text).toContain('Edit the name of xen-1')
    expect(html).toContain('value="xen-1"')
    expect(buttons).toEqual(['Save', 'Cancel'])
  })
})

it.each([
  ['web, eu', ['web', 'eu']],
  [' web ,, web,two words ', ['web', 'two words']],
  ['', []],
])('reads tags from %j', (text, tags) => {
  expect(tagsOf(text)).toEqual(tags)
})
