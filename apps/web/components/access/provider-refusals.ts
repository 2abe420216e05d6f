const words = {
  'provider-refused':
    'The identity provider did not confirm the sign-in. Try again; if it happens again, ask an administrator, who finds the reason in the audit trail.',
  'identity-provider-unusable':
    'The identity provider does not work now. Try again later, or ask an administrator, who sees the reason in the settings.',
  'identity-provider-not-found': 'This identity provider is not set up here any more.',
  'sign-in-expired':
    'The sign-in took more than ten minutes, or it began in another browser. Try again.',
  'not-known-here': 'You have no account here. Ask an administrator for an invitation.',
  'known-otherwise':
    'You have an account here, but the identity provider may not open it. Sign in with your password, or ask an administrator.',
  'email-not-verified':
    'The identity provider does not say that your e-mail address is verified. Verify it there, or ask an administrator.',
  'no-role-here':
    'None of your groups at the identity provider has a role here. Ask an administrator.',
  'account-deactivated': 'Your account here is deactivated. Ask an administrator.',
  'not-asked-again':
    'The identity provider did not ask who you are, or does not say when it asked. So this confirms nothing. An administrator finds more in the audit trail.',
  'another-person':
    'Somebody else signed in at the identity provider. Confirm with the account with which you signed in here.',
  'provider-required': 'Passwords are switched off here. Sign in with the identity provider.',
  'provider-fails':
    'The identity provider does not work now. Meanwhile only administrators can sign in, with a password.',
  'rate-limited': 'There were too many attempts. Wait a minute, then try again.',
}

/** Why a provider’s answer let nobody in, or confirmed nobody, by the code in the address. */
export const providerRefusals: ReadonlyMap<string, string> = new Map(Object.entries(words))
