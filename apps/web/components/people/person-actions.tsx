'use client'

import type { AccountLink, Person } from '@steelyard/contract'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { LinkToPassOn } from './link-to-pass-on.tsx'
import { PersonForm } from './person-form.tsx'
import { ownedBy, TransferForm } from './transfer-form.tsx'

/** What can be done with an account: one button, and the rest in a menu. */
export function PersonActions({ person }: { person: Person }) {
  const { name, state } = person
  if (state === 'deactivated') {
    return (
      <Actions>
        {ownedBy(person).length > 0 ? (
          <OpensDialog label="Transfer" title={`Transfer what ${name} made`}>
            {(close) => <TransferForm person={person} onDone={close} />}
          </OpensDialog>
        ) : null}
        <Reactivate person={person} />
      </Actions>
    )
  }
  return (
    <Actions>
      <OpensDialog label="Change" title={`Change ${name}`}>
        {(close) => <PersonForm person={person} onSaved={close} />}
      </OpensDialog>
      <PopoverButton
        look="quiet"
        size="small"
        aria-label={`More for ${name}`}
        panelLabel={`More for ${name}`}
        panel={
          <div className="flex flex-col gap-1 p-1.5 *:justify-start *:border-transparent">
            <NewLink person={person} />
            {state === 'active' ? <SignOut person={person} /> : null}
            {person.secondFactor ? <RemoveSecondFactors person={person} /> : null}
            <Deactivate person={person} />
          </div>
        }
      >
        <Ellipsis aria-hidden />
      </PopoverButton>
    </Actions>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-2">{children}</div>
}

function OpensDialog({
  label,
  title,
  children,
}: {
  label: string
  title: string
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={title} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        {children(() => setOpen(false))}
      </Dialog>
    </>
  )
}

/** A new invitation, or a reset of the password. */
function NewLink({ person: { id, name, email, state } }: { person: Person }) {
  const make = useApiMutation('makePersonLink', { invalidates: ['listPeople'] })
  const [link, setLink] = useState<AccountLink | null>(null)
  const isInvited = state === 'invited'
  return (
    <>
      <ConfirmButton
        look="quiet"
        size="small"
        label={isInvited ? 'New invitation' : 'Reset password'}
        aria-label={isInvited ? `Invite ${name} again` : `Reset the password of ${name}`}
        title={isInvited ? `Invite ${name} again?` : `Let ${name} choose a new password?`}
        confirmLabel="Make a link"
        action={make}
        onConfirm={(close) =>
          make.mutate(
            { params: { id } },
            {
              onSuccess: (made) => {
                close()
                setLink(made)
              },
            },
          )
        }
      >
        {isInvited
          ? 'The earlier invitation becomes void.'
          : 'The old password works until the link is used. Then all sessions of this person end, and all API tokens are revoked.'}
      </ConfirmButton>
      <Dialog
        open={link !== null}
        onOpenChange={() => setLink(null)}
        title={isInvited ? 'A new invitation' : 'A link for a new password'}
      >
        {link ? <LinkToPassOn link={link} to={email} onDone={() => setLink(null)} /> : null}
      </Dialog>
    </>
  )
}

function SignOut({ person: { id, name } }: { person: Person }) {
  const end = useApiMutation('endPersonSessions', { invalidates: ['listPeople'] })
  return (
    <ConfirmButton
      look="quiet"
      size="small"
      label="Sign out"
      aria-label={`Sign out ${name}`}
      title={`Sign ${name} out everywhere?`}
      confirmLabel="Sign out"
      action={end}
      onConfirm={(close) => end.mutate({ params: { id } }, { onSuccess: close })}
    >
      All sessions end at once. The account stays active, and API tokens stay valid.
    </ConfirmButton>
  )
}

function RemoveSecondFactors({ person: { id, name } }: { person: Person }) {
  const remove = useApiMutation('removeSecondFactors', { invalidates: ['listPeople'] })
  return (
    <ConfirmButton
      look="quiet"
      size="small"
      label="Remove second factors"
      aria-label={`Remove the second factors of ${name}`}
      title={`Remove the second factors of ${name}?`}
      confirmLabel="Remove"
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id } }, { onSuccess: close })}
    >
      For someone who has lost the phone or the security key: make sure that it is really them who
      asks. Passkeys, authenticator app and recovery codes no longer work, and all sessions end. The
      password then lets them in, and a role that needs a second factor leads to its set-up.
    </ConfirmButton>
  )
}

function Deactivate({ person: { id, name } }: { person: Person }) {
  const change = useApiMutation('updatePerson', { invalidates: ['listPeople'] })
  return (
    <ConfirmButton
      size="small"
      look="danger"
      label="Deactivate"
      aria-label={`Deactivate ${name}`}
      title={`Deactivate ${name}?`}
      confirmLabel="Deactivate"
      action={change}
      onConfirm={(close) =>
        change.mutate({ params: { id }, body: { active: false } }, { onSuccess: close })
      }
    >
      All sessions end at once and all API tokens are revoked. What this person made stays, and can
      be transferred. The account can be reactivated, but the tokens cannot.
    </ConfirmButton>
  )
}

function Reactivate({ person: { id, name } }: { person: Person }) {
  const change = useApiMutation('updatePerson', { invalidates: ['listPeople'] })
  return (
    <ConfirmButton
      size="small"
      label="Reactivate"
      aria-label={`Reactivate ${name}`}
      title={`Reactivate ${name}?`}
      confirmLabel="Reactivate"
      action={change}
      onConfirm={(close) =>
        change.mutate({ params: { id }, body: { active: true } }, { onSuccess: close })
      }
    >
      The person can sign in again, with the same roles as before.
    </ConfirmButton>
  )
}
