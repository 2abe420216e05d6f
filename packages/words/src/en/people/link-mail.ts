/** What a mail says with a link to choose a password. */
interface Link {
  name: string
  by: string
  url: string
  expiresAt: Date
}

export function inviteMail({ name, by, url, expiresAt }: Link): { subject: string; text: string } {
  return {
    subject: 'Your invitation to Steelyard',
    text: `Hello ${name},\n\n${by} has invited you to Steelyard, which plans the CPU of Xen hosts. Open this link to choose a password; it works once, until ${expiresAt.toUTCString()}:\n\n${url}\n`,
  }
}

export function resetMail({ name, by, url, expiresAt }: Link): { subject: string; text: string } {
  return {
    subject: 'A new password for Steelyard',
    text: `Hello ${name},\n\n${by} has made a link for you to choose a new password. It works once, until ${expiresAt.toUTCString()}:\n\n${url}\n\nIf you did not ask for it, tell ${by}. Your password stays as it is until the link is used.\n`,
  }
}
