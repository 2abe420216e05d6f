import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

const looks = {
  info: { icon: Info, box: 'border-line bg-sunken', mark: 'text-ink-soft', word: 'Note' },
  ok: { icon: CircleCheck, box: 'border-ok/40 bg-ok-soft', mark: 'text-ok', word: 'Done' },
  warn: {
    icon: TriangleAlert,
    box: 'border-warn/40 bg-warn-soft',
    mark: 'text-warn',
    word: 'Warning',
  },
  danger: {
    icon: CircleAlert,
    box: 'border-danger/40 bg-danger-soft',
    mark: 'text-danger',
    word: 'Error',
  },
}

export function Alert({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: keyof typeof looks
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  const { icon: Icon, box, mark, word } = looks[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-lg border px-4 py-3 text-sm', box)}
    >
      <Icon className={cx('mt-0.5 size-5 shrink-0', mark)} aria-hidden />
      <div className="min-w-0 flex-1 space-y-1 [overflow-wrap:anywhere]">
        <span className="sr-only">{word}: </span>
        {title ? <p className="font-semibold text-ink">{title}</p> : null}
        {children ? <div className="space-y-1 text-ink-soft">{children}</div> : null}
        {action ? <div className="flex flex-wrap gap-2 pt-2">{action}</div> : null}
      </div>
    </div>
  )
}
