import { describe, expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { guestLooks } from '../charts/palette.ts'
import { ShareBar } from '../charts/share-bar.tsx'
import { BeforeAfter } from './before-after.tsx'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Progress } from './progress.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { StopSlider } from './stop-slider.tsx'
import { Textarea } from './textarea.tsx'

const attribute = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}\\b[^>]*\\b${name}="([^"]*)"`).exec(html)?.[1]

describe('a field', () => {
  it('associates label, hint and error with its control', () => {
    const { html } = render(
      <Field label="Port" hint="Of SSH" error="at most 65,535">
        <Input defaultValue="70000" />
      </Field>,
    )
    const id = attribute(html, 'input', 'id')
    expect(attribute(html, 'label', 'for')).toBe(id)
    expect(attribute(html, 'input', 'aria-describedby')).toBe(`${id}-hint ${id}-error`)
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
    expect(html).toMatch(new RegExp(`id="${id}-error" role="alert"[^>]*>at most 65,535<`))
  })

  it('has no description without hint and error', () => {
    const { html } = render(
      <Field label="Port">
        <Input />
      </Field>,
    )
    expect(attribute(html, 'input', 'aria-describedby')).toBeUndefined()
    expect(attribute(html, 'input', 'aria-invalid')).toBeUndefined()
  })

  it.each([
    ['select', <Select key="select" />],
    ['textarea', <Textarea key="textarea" />],
  ])('does so for a %s', (tag, control) => {
    const { html } = render(
      <Field label="Notes" error="must not be empty">
        {control}
      </Field>,
    )
    expect(attribute(html, tag, 'id')).toBe(attribute(html, 'label', 'for'))
    expect(attribute(html, tag, 'aria-invalid')).toBe('true')
  })

  it('hides the unit from screen readers', () => {
    const { html } = render(<Input unit="ms" aria-label="Period in ms" />)
    expect(html).toMatch(/<span aria-hidden="true"[^>]*>ms<\/span>/)
  })
})

describe('a checkbox', () => {
  it('is associated with its label and hint', () => {
    const { html } = render(
      <Checkbox label="Compared" hint="On the console" checked={false} onChange={() => {}} />,
    )
    const id = attribute(html, 'input', 'id')
    expect(attribute(html, 'label', 'for')).toBe(id)
    expect(attribute(html, 'input', 'aria-describedby')).toBe(`${id}-hint`)
    expect(html).not.toContain('checked=""')
  })
})

describe('a button', () => {
  it('is disabled while it is busy, and announces it', () => {
    const { html, buttons } = render(<Button busy>Save</Button>)
    expect(buttons).toEqual(['Save (off)'])
    expect(html).toContain('aria-busy="true"')
    expect(render(<Button>Save</Button>).html).not.toContain('aria-busy')
  })

  it('submits a form only on request', () => {
    expect(render(<Button>Cancel</Button>).html).toContain('type="button"')
    expect(render(<Button type="submit">Save</Button>).html).toContain('type="submit"')
  })
})

describe('a choice of views', () => {
  it('marks the current view', () => {
    const { html } = render(
      <Segmented
        label="View"
        options={[
          { value: 'chart', label: 'Chart' },
          { value: 'table', label: 'Table' },
        ]}
        value="table"
        onChange={() => {}}
      />,
    )
    expect(html).toContain('aria-label="View"')
    expect(html).not.toMatch(/checked=""[^>]*>Chart/)
    expect(html).toMatch(/checked=""[^>]*>Table/)
  })
})

describe('a slider over stops', () => {
  const slider = (value: number, now = 256) =>
    render(
      <StopSlider
        label="Weight"
        stops={[128, 256, 512]}
        value={value}
        now={now}
        write={(each) => `${each} parts`}
        hint="Ratios count"
        onChange={() => {}}
      />,
    )

  it('shows its value in words, and the previous one once it has moved', () => {
    expect(slider(256).text).toBe('Weight 256 parts Ratios count')
    expect(slider(512).text).toBe('Weight now 256 parts → 512 parts Ratios count')
    expect(attribute(slider(512).html, 'input', 'aria-valuetext')).toBe('512 parts')
  })

  it('is at the stop of its value, otherwise at the first', () => {
    expect(attribute(slider(512).html, 'input', 'value')).toBe('2')
    expect(attribute(slider(300).html, 'input', 'value')).toBe('0')
    expect(attribute(slider(256).html, 'input', 'max')).toBe('2')
  })
})

describe('a progress bar', () => {
  const at = (done: number | null, total: number | null) =>
    attribute(
      render(<Progress label="Sending" done={done} total={total} />).html,
      'div',
      'aria-valuenow',
    )

  it('shows a percentage from 0 to 100', () => {
    expect(at(1, 3)).toBe('33')
    expect(at(5, 4)).toBe('100')
    expect(at(-1, 4)).toBe('0')
  })

  it('has no position while the total is unknown', () => {
    expect(at(3, null)).toBeUndefined()
    expect(at(null, 4)).toBeUndefined()
    expect(at(0, 0)).toBeUndefined()
  })
})

describe('drawn values', () => {
  it('are described with their previous values', () => {
    const bar = (share: number, before?: number | null) =>
      render(<ShareBar domain="vm1" guests={['vm1']} share={share} before={before} />).html
    expect(bar(0.25)).toContain('aria-label="vm1: share 25 %"')
    expect(bar(0.25, 0)).toContain('aria-label="vm1: share 25 %, before 0 %"')
    expect(bar(1.5)).toContain('width:100%')
    expect(bar(-0.1)).toContain('width:0%')
  })

  it('of shares have the colour of their guest, in every picture', () => {
    const colourOf = (domain: string) =>
      /background-color:([^;"]+)/.exec(
        render(<ShareBar domain={domain} guests={['vm1', 'vm2']} share={0.5} />).html,
      )?.[1]
    for (const domain of ['Domain-0', 'vm1', 'vm2']) {
      expect(colourOf(domain)).toBe(guestLooks(['vm1', 'vm2'])(domain).color)
    }
  })

  it('appear once where nothing changed', () => {
    expect(render(<BeforeAfter before="256" after="256" />).text).toBe('256')
    expect(render(<BeforeAfter before="256" after="512" />).text).toBe('before 256 after 512')
  })
})
