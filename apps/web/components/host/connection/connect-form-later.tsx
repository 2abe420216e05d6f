import dynamic from 'next/dynamic'
import { Permitted } from '../../ui/permitted.tsx'
import type { ConnectFormProps } from './connect-form.tsx'

const ConnectForm = dynamic(() => import('./connect-form.tsx').then((it) => it.ConnectForm), {
  ssr: false,
})

/** The form of enrolment, whose code comes after the first paint of the page into its own space. */
export function ConnectFormLater(props: ConnectFormProps) {
  return (
    <Permitted needs="hosts:write" doing="connecting hosts">
      <div className="min-h-64 sm:min-h-44">
        <ConnectForm {...props} />
      </div>
    </Permitted>
  )
}
